import { apiError } from '#contract/errors.ts'
import { sql, transaction } from '#db/sql.ts'
import type { RequestContext } from './request-context.ts'

/** Characters; a uuid has 36. */
const longestKey = 200

/**
 * Does the work once for a key: its record is part of the transaction, so a repeat gets the first response. Errors are
 * not recorded. `prepare` is slow work before the transaction, which each of two requests may do.
 */
export async function runOnce(
  address: string,
  context: RequestContext,
  key: string | undefined,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown>,
): Promise<unknown> {
  if (!key) {
    await prepare()
    return transaction(work)
  }
  if (key.length > longestKey)
    throw apiError('invalid', { idempotencyKey: ['The key is too long'] })
  const row = { address, caller: await nameOf(context), key }
  const known = await findAnswer(row)
  if (known) return known.answer
  await prepare()
  return transaction(async () => {
    // A second request waits here until the first is done.
    const [first] = await sql`
      insert into answered_writes ${sql(row)} on conflict do nothing returning 1`
    if (!first) return (await findAnswer(row))?.answer
    const answer = await work()
    await sql`
      update answered_writes set answer = ${sql.json(answer as never)}
      where address = ${address} and caller = ${row.caller} and key = ${key}`
    return answer
  })
}

/** Two readers may send the same key. */
async function nameOf(context: RequestContext): Promise<string> {
  if (await context.findPublisher()) return 'publisher'
  return (await context.findReader())?.id ?? ''
}

async function findAnswer({ address, caller, key }: Record<'address' | 'caller' | 'key', string>) {
  const [known] = await sql<{ answer: unknown }[]>`
    select answer from answered_writes
    where address = ${address} and caller = ${caller} and key = ${key}`
  return known
}

export async function deleteOldAnsweredWrites() {
  await sql`delete from answered_writes where created_at < now() - interval '1 day'`
}
