import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { isEmailProven } from '#api/readers/accounts/accounts.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { transaction } from '#db/sql.ts'
import { readFollowToken } from '../follows/follow-token.ts'
import { addFollow, findFollowed, findFollower, listFollowed } from '../follows/follows.queries.ts'
import { stopFollowing } from './stop-following.ts'

export function followsRoutes({ serve }: Routes, { orderSecret }: { orderSecret: Uint8Array }) {
  serve('GET /follows/:kind/:name', async ({ kind, name }) => {
    return required(await findFollowed(kind, name), 'followedNotFound')
  })

  serve('GET /follows', ({ of }) => listFollowed(of))

  serve('POST /follows', async ({ kind, name, email }) => {
    const followed = required(await findFollowed(kind, name), 'followedNotFound')
    await queueMail('follow', email, { key: followed.key })
  })

  serve('GET /follows/confirm', async ({ token }, { isHead }) => {
    if (isHead) return { to: paths.newsletter }
    const asked = readFollowToken(orderSecret, token)
    const isAdded = asked !== undefined && (await addFollow(asked.email, asked.key))
    return { to: outcomePaths.newsletter(isAdded ? 'following' : 'late') }
  })

  serve('GET /account/follows', async (_, { reader }) =>
    listFollowed((await followerOf(reader))?.follows ?? []),
  )

  serve('PUT /account/follows', async ({ key }, { reader: { id, email } }) => {
    if ((await listFollowed([key])).length === 0) throw apiError('followedNotFound')
    if (!(await isEmailProven(id))) {
      await queueMail('follow', email, { key })
      return { status: 'mailed' as const }
    }
    if (!(await addFollow(email, key))) throw apiError('followsFull')
    return { status: 'following' as const }
  })

  serve('DELETE /account/follows', async ({ key }, { reader }) => {
    const follower = await followerOf(reader)
    if (follower)
      await transaction(() => stopFollowing(follower.unsubscribeToken, key, orderSecret))
  })
}

/** Anybody can register somebody else's address. */
const followerOf = async ({ id, email }: { id: string; email: string }) =>
  (await isEmailProven(id)) ? findFollower(email) : undefined
