import { apiError } from '#contract/errors.ts'
import { sql, transaction } from '#db/sql.ts'
import type { RequestContext } from './request-context.ts'

/** Characters of an `Idempotency-Key`; a uuid has 36. */
const longestKey = 200

/**
 * Does the work once for a key: its record and all that the work writes are one transaction, so a repeat, even one
 * that comes while the first is under way or after a crash, gets the response of the first.
 * An error leaves no trace: a corrected form may be sent again with the same key.
 *
 * `prepare` is slow work before that, outside of the transaction; of two submissions at once each may do it.
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
    // A second submission waits here until the first is done, then finds its answer.
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

/** Long after any repeat; called by the hourly cleanup. */
export async function forgetAnsweredWrites() {
  await sql`delete from answered_writes where created_at < now() - interval '1 day'`
}
