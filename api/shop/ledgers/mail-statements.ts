import { queueMail } from '#api/mails/mails.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { transaction } from '#db/sql.ts'
import { sumStatement, takeUnmailed } from './statements.queries.ts'

/** The month before that of a moment in Lagos: `2026-11`. */
export function monthBefore(now: Date): string {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

/** Mails last month's statement to every account, once; nothing where nothing moved and nothing is owed. */
export async function mailStatements(now: Date): Promise<void> {
  const month = monthBefore(now)
  let isMore = true
  while (isMore) isMore = await transaction(() => mailNext(month))
}

async function mailNext(month: string): Promise<boolean> {
  const account = await takeUnmailed(month)
  if (!account) return false
  const { lines, balanceKobo } = await sumStatement(account.id, month)
  if (lines > 0 || balanceKobo !== 0)
    await queueMail('statement', account.email, { accountId: account.id, month })
  return true
}
