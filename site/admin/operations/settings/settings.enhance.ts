import { isAmong, owner } from '#contract/roles.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { $member } from '#site/admin/lib/member.ts'

const show = (name: string, text: string) => {
  const place = document.querySelector(`[data-setting="${name}"]`)
  if (place) place.textContent = text
}

const unsubscribe = $member.subscribe((member) => {
  if (!member) return
  queueMicrotask(() => unsubscribe())
  showSecondStep().catch(console.warn)
  if (!isAmong(owner, member.role)) return
  showStaff().catch(console.warn)
  showServer().catch(console.warn)
})

async function showSecondStep() {
  const { passkeys, authenticatorSince } = await adminCall('GET /admin/account/second-step', {})
  const ways = [passkeys.length > 0 && 'Passkey', authenticatorSince && 'Authenticator app']
  show('secondStep', ways.filter(Boolean).join(', ') || 'Off')
}

async function showStaff() {
  const people = await adminCall('GET /admin/people', {})
  const invited = people.filter(({ state }) => state === 'invited').length
  const active = people.length - invited
  show(
    'staff',
    `${formatCount(active)} ${active === 1 ? 'person' : 'people'}${invited > 0 ? `, ${formatCount(invited)} invited` : ''}`,
  )
}

async function showServer() {
  const { findings } = await adminCall('GET /admin/doctor', {})
  const failed = findings.filter(({ state }) => state === 'problem').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  const backups = findings.find(({ title }) => title === 'Backups')?.found ?? ''
  const [backup = 'No backup yet'] =
    /^(Last backup [^.]+|The last backup failed)/.exec(backups) ?? []
  const rest = warnings > 0 && `${warnings} to look at`
  show('server', [backup, failed > 0 && `${failed} failed`, rest].filter(Boolean).join(', '))
  const badge = document.querySelector<HTMLElement>('[data-failed-checks]')
  if (!badge || failed === 0) return
  badge.textContent = String(failed)
  badge.hidden = false
}
