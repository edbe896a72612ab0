import { isLoopback } from '#api/http/open-server.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { isAmong, owner, type Role } from '#contract/roles.ts'
import { addressChecks, type Capability, type OffReason } from '#contract/settings/capabilities.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { sql } from '#db/sql.ts'
import { findLastGoodRun } from '../backup/backup-place.ts'
import type { LiveBusiness } from '../business/live-business.ts'
import { type Doctor, isProblem } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/judge.ts'

export type Off = OutputOf<'GET /admin/stats'>['off']

export interface OffWith {
  business: Pick<LiveBusiness, 'config' | 'broken'>
  doctor: Pick<Doctor, 'last'>
}

/**
 * What does not work at present and why, for all who say so: by what is set, by what was last checked, and by the backups.
 * Before the first checks nothing is said to fail.
 */
export async function findOff(role: Role, { business, doctor }: OffWith): Promise<Off> {
  const { smtp, invoicing, publicUrl } = business.config()
  const findings = doctor.last()?.findings ?? []
  const failing = (...titles: string[]) =>
    findings.some((finding) => titles.includes(finding.title) && isProblem(finding))
      ? 'failing'
      : undefined
  const hasBackup = await findLastGoodRun(sql, 'backup')
  const reasons: [Capability, OffReason | undefined][] = [
    ['mail', smtp ? failing('Mail') : business.broken().includes('mail') ? 'broken' : 'notSet'],
    ['payments', whyNoPayments(business, findings)],
    ['invoices', invoicing ? undefined : business.broken().includes('bank') ? 'broken' : 'notSet'],
    [
      'backups',
      business.broken().includes('backups') ? 'broken' : hasBackup ? failing('Backups') : 'notSet',
    ],
    ['domain', isLoopback(new URL(publicUrl).hostname) ? 'notSet' : failing(...addressChecks)],
  ]
  const off: Off = {}
  for (const [name, why] of reasons) {
    if (why) off[name] = { why, ...(isAmong(owner, role) && { path: mendedAt(name, why) }) }
  }
  return off
}

/** With two providers one that refuses its key is passed over, and the other takes the money. */
function whyNoPayments({ config, broken }: OffWith['business'], findings: Finding[]) {
  const { payments, sellsNothing } = config()
  if (sellsNothing) return 'chosen'
  if (payments.some(({ by }) => by !== 'test')) {
    const checks = findings.filter(({ title }) => title === 'Payments')
    if (checks.length > 0 && checks.every(({ why }) => why === 'refused')) return 'refused'
    return payments.some((one) => one.by !== 'test' && isLiveKey(one.secretKey))
      ? undefined
      : 'test'
  }
  if (broken().some((part) => part === 'paystack' || part === 'flutterwave')) return 'broken'
  return payments.length > 0 ? 'test' : 'notSet'
}

function mendedAt(name: Capability, why: OffReason): string {
  if (name === 'payments' && why !== 'chosen') return staffPaths.payments
  if (name === 'invoices' || name === 'backups') return staffPaths.business
  return name === 'mail' ? staffPaths.mailDomain : staffPaths.server
}
