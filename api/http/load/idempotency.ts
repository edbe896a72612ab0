import { createHash } from 'node:crypto'
import { apiError } from '#contract/errors.ts'
import { keptDays } from '#contract/retention.ts'
import { json, type Row, sql, transaction, values } from '#db/sql.ts'
import type { RequestContext } from '../request-context.ts'

/** 8 to 200 characters, a uuid has 36; Postgres cannot store NUL. */
const usableKey = /^[^\0]{8,200}$/

/** A derived key is no secret: whoever knows the values can compute it. */
const derived = 'form:'

export const deriveKey = (contents: unknown) => derived + hashContents(contents)
export const isDerivedKey = (key: string) => key.startsWith(derived)

/** The hash of validated values is the same for JSON and for a form. */
function hashContents(contents: unknown): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url')
}

export function requireUsableKey(key: string) {
  if (!usableKey.test(key))
    throw apiError('invalid', { idempotencyKey: ['The key has 8 to 200 characters'] })
}

interface Submission {
  address: string
  context: RequestContext
  key: string | undefined
  /** The input after its validation. */
  input: object
}

/**
 * Runs the work once for each key. The response is recorded in the same transaction, so a repeat gets the first response;
 * errors are not recorded. `prepare` is slow work before the transaction, which two simultaneous requests may both do.
 */
export async function runOnce(
  { address, context, key, input }: Submission,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown>,
): Promise<unknown> {
  if (!key) {
    await prepare()
    return transaction(work)
  }
  requireUsableKey(key)
  const row = { address, caller: await nameOf(context), key, contents: hashContents(input) }
  const known = await findAnswer(row)
  if (known) return known.answer
  await prepare()
  return transaction(async () => {
    // A simultaneous request with the same key waits here for the first.
    const [first] = await sql`
      insert into answered_writes ${values('answered_writes', row)} on conflict do nothing returning 1`
    if (!first) return (await findAnswer(row))?.answer
    const answer = await work()
    await sql`
      update answered_writes set answer = ${json(answer)}
      where address = ${address} and caller = ${row.caller} and key = ${key}`
    return answer
  })
}

/** Keys are unique per person: two people may send the same one. */
async function nameOf(context: RequestContext): Promise<string> {
  const staff = await context.findStaff()
  // The name in the rows of the owner.
  if (staff) return staff.role === 'owner' ? 'publisher' : staff.id
  return (await context.findReader())?.id ?? ''
}

type AnsweredWrite = Record<'address' | 'caller' | 'key' | 'contents', string>

/** Throws when the key stands for other contents. */
async function findAnswer({ address, caller, key, contents }: AnsweredWrite) {
  const [known] = await sql<(Row<'answered_writes', 'answer'> & { isSame: boolean })[]>`
    select answer, coalesce(contents = ${contents}, true) as is_same from answered_writes
    where address = ${address} and caller = ${caller} and key = ${key}`
  if (known && !known.isSame) throw apiError('keyReused')
  return known
}

export async function deleteOldAnsweredWrites() {
  await sql`delete from answered_writes where created_at < now() - make_interval(days => ${keptDays.answeredWrite})`
}
