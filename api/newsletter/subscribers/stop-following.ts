import { addressHash } from '#api/http/secrets/secrets.ts'
import { removeFollow } from '../follows/follows.queries.ts'
import { deleteSubscriber } from './subscribers.queries.ts'

/** Call it in a transaction. Without `key` all of it ends; whoever hears nothing any more leaves the list. */
export async function stopFollowing(
  unsubscribeToken: string,
  key: string | undefined,
  orderSecret: Uint8Array,
) {
  if (await removeFollow(unsubscribeToken, key)) return
  await deleteSubscriber(unsubscribeToken, (email) => addressHash(orderSecret, email))
}
