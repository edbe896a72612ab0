import { formatDate } from '#contract/dates.ts'
import { dayMs, hourMs } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { type ProcessorTask, processorTasks } from '#contract/pages/processors.ts'
import type { BankAccount } from '#contract/shop/invoices.ts'
import { type PaymentProvider, providerNames } from '#contract/shop/payment-providers.ts'

export type Finding = OutputOf<'GET /admin/doctor'>['findings'][number]
/** A finding without its title. */
export type Judgement = Omit<Finding, 'title'>

export const ok = (found: string): Judgement => ({ state: 'ok', found, todo: null })
const warning = (found: string, todo: string): Judgement => ({ state: 'warning', found, todo })
const problem = (found: string, todo: string): Judgement => ({ state: 'problem', found, todo })

const oldestNode = [20, 19] as const
const clock = { odd: 10, wrong: 60 }
/** How the commands are called, here and on a server of deploy/server. */
const commands = {
  nightly: 'npm run db:nightly (on a small server: ascend nightly)',
  drill: 'npm run db:drill (on a small server: ascend drill)',
}
const MB = 1024 * 1024
const disk = { low: 1500 * MB, full: 500 * MB, leastFreeNames: 0.05 }
const memory = { low: 200 * MB, out: 80 * MB, small: 2000 * MB }
const certificate = { soonDays: 10, nowDays: 3 }
const backupHours = { late: 30, stopped: 72 }
/** When docs/dpia.md, which stays out of the image, was last gone through. */
const youngReadersAssessed = { on: '2026-11-29', days: 365 }
const drillDays = { late: 10, stopped: 35 }
const cacheNames = { cloudflare: 'Cloudflare', varnish: 'Varnish' }
/** For so many seconds a provider's limit of purges a minute may be all. */
const purgesFailAfter = 60

export function judgeNode(version: string): Judgement {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  if (!isOld) return ok(`Node ${version} runs the service.`)
  return problem(
    `Node ${version} is too old.`,
    `Install Node ${oldestNode.join('.')} or newer and start the service again.`,
  )
}

/** By how many seconds other clocks are ahead of ours; behind is less than zero. */
export function judgeClock(others: { name: string; aheadSeconds: number }[]): Judgement {
  const [worst] = others.toSorted((a, b) => Math.abs(b.aheadSeconds) - Math.abs(a.aheadSeconds))
  if (!worst) {
    return warning(
      'No other clock answered, so nobody knows whether this one is right.',
      'Look at it with timedatectl, and make sure that it says "System clock synchronized: yes".',
    )
  }
  const off = Math.abs(worst.aheadSeconds)
  if (off < clock.odd) return ok(`The clock agrees with ${listed(others.map(({ name }) => name))}.`)
  const found = `The clock is ${span(off)} ${worst.aheadSeconds > 0 ? 'behind' : 'ahead of'} that of ${worst.name}.`
  const todo = 'Switch on the clock’s synchronisation: timedatectl set-ntp true.'
  return off < clock.wrong ? warning(found, todo) : problem(found, todo)
}

export function judgeDisk(room: {
  freeBytes: number
  /** The share of names that further files may have; 1 where they are not limited. */
  freeNames: number
  folder: string
}): Judgement {
  const { freeBytes, freeNames, folder } = room
  const todo = `Make room under ${folder} or take a larger disk; docs/runbook.md says what grows there.`
  const found = `${inMB(freeBytes)} are free for ${folder}.`
  if (freeBytes < disk.full) return problem(found, todo)
  if (freeNames < disk.leastFreeNames) {
    return problem(
      `The disk of ${folder} can hold hardly any more files, whatever their size.`,
      todo,
    )
  }
  return freeBytes < disk.low ? warning(found, todo) : ok(found)
}

export function judgeMemory(memoryOf: {
  totalBytes: number
  availableBytes: number
  swapBytes: number
  freeSwapBytes: number
}): Judgement {
  const { totalBytes, availableBytes, swapBytes, freeSwapBytes } = memoryOf
  const left = availableBytes + freeSwapBytes
  const found = `${inMB(availableBytes)} of ${inMB(totalBytes)} memory are available, and ${inMB(freeSwapBytes)} of ${inMB(swapBytes)} swap.`
  if (left < memory.out) {
    return problem(found, 'End what else runs here, add swap, or take a machine with more memory.')
  }
  if (left < memory.low) return warning(found, 'Add swap, or take a machine with more memory.')
  if (swapBytes === 0 && totalBytes < memory.small) {
    return warning(
      `There is no swap, and ${inMB(totalBytes)} memory alone are few: bundling a new version needs 700 MB.`,
      'Add 1 GB of swap; docs/how-to/run-on-a-small-server.md says how.',
    )
  }
  return ok(found)
}

export interface DatabaseState {
  /** What the clock of the database says. */
  now: string
  /** Migrations of this code that it has not run. */
  waiting: string[]
  /** What to do first where it is too old for this release. */
  tooOld: string | undefined
  /** Migrations that it ran and this code knows otherwise. */
  foreign: string[]
  /** Migrations that it ran and this code does not know. */
  newer: string[]
  /** Books with ratings of no paid order. */
  hiddenRatings: { title: string; count: number }[]
  /** Names of what the publisher set in another release, and this one does not understand. */
  brokenSettings: string[]
  /** What the listed companies do; undefined: what is set cannot be read yet. */
  listedTasks?: readonly ProcessorTask[]
}

/** Undefined: there is none yet. */
export function judgeDatabase(state: DatabaseState | undefined): Judgement {
  if (!state) {
    return warning('There is no database yet.', 'Start the service once: it makes its own.')
  }
  const { waiting, tooOld, foreign, newer } = state
  if (tooOld) {
    return problem(
      'The database is too old for this release.',
      `Go back to the release that was here last, and ${tooOld}.`,
    )
  }
  if (foreign.length > 0) {
    return problem(
      `The database was changed by another version of the code (${foreign[0]}).`,
      'Run the version that was here last, or restore a backup that was made with this one.',
    )
  }
  if (newer.length > 0) {
    return warning(
      `The database answers, and was brought up to date by a newer release (${newer[0]}).`,
      'The release before it runs on that, and no older one: upgrade again when what was wrong is mended.',
    )
  }
  if (waiting.length > 0) {
    return warning(
      `The database answers, and ${counted(waiting.length, 'migration waits', 'migrations wait')} to be run.`,
      'Start the service again: it brings the database up to date.',
    )
  }
  return ok('The database answers and is up to date.')
}

export function judgeDatabaseFailure(message: string): Judgement {
  return problem(
    `The database does not answer: ${message}`,
    'Start it, and compare its address, user and password with DATABASE_URL.',
  )
}

export function judgeAddress(publicUrl: string, isPublic: boolean): Judgement {
  if (!isPublic) return ok(`${publicUrl} is for this machine alone.`)
  if (publicUrl.startsWith('https:')) return ok(`Readers come to ${publicUrl}.`)
  return problem(
    `Readers come to ${publicUrl} without TLS: passwords and sessions can be read on their way.`,
    'Put Caddy or another server with a certificate in front, and begin PUBLIC_URL with https.',
  )
}

/** Addresses that the DNS names for the host; undefined when it did not answer. */
export function judgeDns(host: string, addresses: string[] | undefined): Judgement {
  if (!addresses) {
    return warning(
      `The DNS did not answer for ${host}.`,
      'Look again in a while; if it stays so, compare the name servers in /etc/resolv.conf with those of the hosting company.',
    )
  }
  if (addresses.length > 0) return ok(`${host} leads to ${listed(addresses)}.`)
  return problem(
    `The DNS knows no address of ${host}.`,
    `Add an A record of ${host} with the address of this machine where the domain was registered.`,
  )
}

export interface Certificate {
  endsAt: string
  /** Why a browser would not accept it. */
  fault: string | undefined
}

export function judgeCertificate(
  host: string,
  { endsAt, fault }: Certificate,
  now: Date,
): Judgement {
  const days = Math.floor((Date.parse(endsAt) - now.getTime()) / dayMs)
  const renew =
    'See why the front server does not renew it: journalctl -u caddy. Port 80 must be reachable from outside.'
  if (days < 0) return problem(`The certificate of ${host} has expired.`, renew)
  if (fault) {
    return problem(
      `Browsers do not accept the certificate of ${host}: ${fault}.`,
      'Have the front server get one for this name from an authority that browsers know.',
    )
  }
  const found = `The certificate of ${host} is valid for ${counted(days, 'more day', 'more days')}.`
  if (days < certificate.nowDays) return problem(found, renew)
  return days < certificate.soonDays ? warning(found, renew) : ok(found)
}

export function judgeTlsFailure(host: string, why: string): Judgement {
  return problem(
    `${host} cannot be reached by https: ${why}`,
    'Start the front server, and open port 443 in the firewall of the machine and of the hosting company.',
  )
}

/** `failure`: why the server would not take mails; undefined when it would. */
export function judgeMail(mail: {
  isConfigured: boolean
  isPublic: boolean
  failure?: string | undefined
}): Judgement {
  if (mail.failure) {
    return problem(
      `The mail server does not take our mails: ${mail.failure}`,
      'Compare name, password, host and port with what the mail provider says, on the page Mail or in SMTP_URL; many hosting companies close port 25 and 465, then use 587.',
    )
  }
  if (mail.isConfigured) return ok('The mail server answers and takes the login.')
  if (!mail.isPublic) return ok('Mail is off: mails are kept as files on the server.')
  return warning(
    'Mail is off: mails reach nobody, and are kept as files on the server.',
    'Set it up at the admin, on the page Mail, or set SMTP_URL, MAIL_FROM and PUBLISHER_EMAIL.',
  )
}

/** `isKeyTaken`: undefined when the provider did not say. */
export function judgePayments(payments: {
  by: PaymentProvider | undefined
  isTestKey: boolean
  isPublic: boolean
  isKeyTaken?: boolean | undefined
}): Judgement {
  const { by, isTestKey, isPublic, isKeyTaken } = payments
  if (!by) return ok('Nothing can be bought: payments are off.')
  if (by === 'test') {
    if (!isPublic) return ok('Payments are those of the built-in test checkout: no money moves.')
    return problem(
      'The built-in test checkout gives books away on a public site.',
      'Set PAYSTACK_SECRET_KEY or FLUTTERWAVE_SECRET_KEY to a live key, or PAYMENTS to off.',
    )
  }
  const name = providerNames[by]
  const { variable, live, test } = keys[by]
  if (isKeyTaken === false) {
    return {
      ...problem(
        `${name} does not accept the key.`,
        `Copy the secret key from ${name}’s settings again, to /admin/business or into ${variable}.`,
      ),
      why: 'refused',
    }
  }
  if (isTestKey && isPublic) {
    return problem(
      `The key of ${name} is a test key on a public site: readers pay nothing, and get nothing that was uploaded.`,
      `Set ${variable} to the live key, ${live}.`,
    )
  }
  if (!isTestKey && !isPublic) {
    return warning(
      `The key of ${name} is a live one, though the site is for this machine alone: tests move real money.`,
      `Use a test key, ${test}, here.`,
    )
  }
  if (isKeyTaken === undefined) {
    return warning(
      `${name} did not answer, so nobody can pay there at present.`,
      'Look again in a while; orders that were paid are settled by themselves.',
    )
  }
  return ok(`${name} accepts the ${isTestKey ? 'test' : 'live'} key.`)
}

/** Another order secret sealed it, or the server’s variables are at odds with it. */
export function judgeBusiness(part: string): Judgement {
  return {
    ...problem(
      `What was set of ${part} under Business cannot be used any more.`,
      'Set it anew at /admin/business.',
    ),
    why: 'broken',
  }
}

/** Nothing can be asked about an account, so its name is for people to compare. Not every shop sells to schools. */
export function judgeInvoices(account: BankAccount | undefined): Judgement {
  if (!account) {
    return ok(
      'Schools cannot pay by invoice before BANK_NAME, BANK_ACCOUNT_NAME and BANK_ACCOUNT_NUMBER are set.',
    )
  }
  const { bankName, accountName, accountNumber } = account
  return ok(
    `Schools pay invoices to ${accountName}, ${bankName}, account ending in ${accountNumber.slice(-4)}.`,
  )
}

export function judgeRatings(hidden: DatabaseState['hiddenRatings']): Judgement {
  if (hidden.length === 0) return ok('Every rating was given with a paid order.')
  const books = hidden.map(({ title, count }) => `“${title}” (${count})`).join(', ')
  return ok(`Ratings of no paid order are kept, hidden, and in no mean: ${books}.`)
}

export function judgeStudio(broken: readonly string[]): Judgement {
  if (broken.length === 0) return ok('All that is set under Studio is on the pages.')
  return warning(
    `Of what was set under Studio, this release does not understand: ${broken.join(', ')}. The originals stand there.`,
    'Set it again under Settings, Studio; its history has what it was.',
  )
}

/** `used`: what is set up, and done by somebody else. `listed`: undefined while the settings cannot be read. */
export function judgeProcessors(
  used: readonly ProcessorTask[],
  listed: readonly ProcessorTask[] | undefined,
  isPublic: boolean,
): Judgement {
  if (!listed) return ok('Companies that handle data are compared once the database answers.')
  const missing = used.filter((task) => !listed.includes(task)).map((task) => processorTasks[task])
  if (missing.length === 0) return ok('Every company that handles data of people is on /privacy.')
  return (isPublic ? problem : warning)(
    `Somebody else handles data of people, and is not named on /privacy: ${missing.join(', ')}.`,
    'Add the company under Settings, Data protection, with the day of your contract with it.',
  )
}

export function judgeYoungReaders(now: Date): Judgement {
  const { on, days } = youngReadersAssessed
  const found = `What can go wrong with the data of young readers was assessed on ${formatDate(on)}.`
  if (now.getTime() - Date.parse(on) < days * dayMs) return ok(found)
  return warning(
    found,
    'Upgrade: a newer release may have assessed it anew. If none has, go through docs/dpia.md.',
  )
}

/** Titles of uploads whose file is not where it was stored. */
export function judgePublications(lost: readonly string[]): Judgement {
  if (lost.length === 0) return ok('Every uploaded publication has its PDF.')
  return problem(
    `The PDF is missing of ${lost.map((title) => `“${title}”`).join(', ')}.`,
    'Restore it from a backup, or upload it again under Shop, Publications.',
  )
}

export interface BookTexts {
  ready: number
  waiting: number
  /** Titles of those that cannot be read here. */
  refused: string[]
}

/** Whether EPUBs were read for their text. One that cannot be read here is sold all the same. */
export function judgeBookTexts(texts: BookTexts | undefined): Judgement {
  if (!texts) return ok('No book has an EPUB to be read on the site.')
  const { ready, waiting, refused } = texts
  const only = refused.map((title) => `“${title}”`).join(', ')
  const found = `${counted(ready, 'EPUB', 'EPUBs')} can be read on the site${only && `; only downloaded: ${only}`}.`
  if (waiting === 0) return ok(found)
  return warning(
    `${counted(waiting, 'EPUB is', 'EPUBs are')} still to be read for the text, one after the other. ${found}`,
    'Wait some minutes. If the number stays, look at the log for “books readable”.',
  )
}

const keys = {
  paystack: { variable: 'PAYSTACK_SECRET_KEY', live: 'sk_live_…', test: 'sk_test_…' },
  flutterwave: { variable: 'FLUTTERWAVE_SECRET_KEY', live: 'FLWSECK-…', test: 'FLWSECK_TEST-…' },
}

/** What an unsigned request was answered with; undefined for silence. */
export function judgeWebhook(address: string, status: number | undefined): Judgement {
  if (status === undefined) {
    return problem(
      `${address} does not answer.`,
      'See that the service and the front server run, and that ports 80 and 443 are open.',
    )
  }
  if ([400, 401, 403].includes(status)) {
    return ok(`${address} answers, and refuses what is not signed.`)
  }
  const found = `${address} answers ${status}, where 401 was expected.`
  if (status >= 500) {
    return problem(found, 'See in the log what failed; the provider repeats its reports meanwhile.')
  }
  return problem(
    found,
    'See that PUBLIC_URL leads to this service, without a redirect, a password or a page of another server on the way.',
  )
}

export interface BackupRun {
  startedAt: string
  finishedAt: string
  /** It is null for a good one. */
  error: string | null
}

export interface BackupState {
  place: string
  isElsewhere: boolean
  /** The newest one, made by whatever way. */
  newestAt: string | undefined
  /** The last attempt, good or bad. */
  lastRun: BackupRun | undefined
}

export function judgeBackups(state: BackupState, isPublic: boolean, now: Date): Judgement {
  const { place, isElsewhere, newestAt, lastRun } = state
  const unless = (judged: Judgement): Judgement =>
    // What is for this machine alone may do without.
    isPublic || judged.state !== 'problem' ? judged : { ...judged, state: 'warning' }
  const run = `Run ${commands.nightly}, and let a timer run it every night.`
  if (lastRun?.error && (!newestAt || newestAt < lastRun.finishedAt)) {
    const found = `The last backup failed: ${sentence(lastRun.error)}`
    return unless(problem(found, `Remove the cause and run ${commands.nightly}.`))
  }
  if (!newestAt) return unless(problem(`There is no backup in ${place}.`, run))
  const hours = (now.getTime() - Date.parse(newestAt)) / hourMs
  const found = `Last backup ${span(hours * 3600)} ago.`
  if (hours > backupHours.stopped) return unless(problem(found, run))
  if (hours > backupHours.late) return warning(found, run)
  if (isPublic && !isElsewhere) {
    return warning(
      `${found} It is on this machine alone, and would be lost with it.`,
      'Set a bucket at another company at /admin/business, or by BACKUP_S3_ENDPOINT and its fellows.',
    )
  }
  return ok(`${found} It is in ${place}.`)
}

export function judgeDrill(
  lastRun: BackupRun | undefined,
  isPublic: boolean,
  now: Date,
): Judgement {
  const run = `Run ${commands.drill}, and let a timer run it every week.`
  if (!lastRun) {
    return warning('No backup has been restored on trial, so nobody knows whether one can be.', run)
  }
  if (lastRun.error) {
    return problem(
      `The newest backup could not be restored on trial: ${sentence(lastRun.error)}`,
      `Make another backup with ${commands.nightly} and try again with ${commands.drill}.`,
    )
  }
  const days = (now.getTime() - Date.parse(lastRun.finishedAt)) / dayMs
  const when = `A backup was last restored on trial ${span(days * 86_400)} ago, without a fault.`
  if (days > drillDays.stopped && isPublic) return problem(when, run)
  return days > drillDays.late && isPublic ? warning(when, run) : ok(when)
}

/** `seconds`: for how long the cache could not be told of changes. */
export function judgePurges(kind: keyof typeof cacheNames, seconds: number): Judgement {
  const name = cacheNames[kind]
  if (seconds === 0) return ok(`${name} is told of every change.`)
  const found = `${name} has refused for ${span(seconds)} to be told of changes: readers may be shown old pages.`
  if (seconds < purgesFailAfter) {
    return warning(found, 'Look again in a minute; it is tried again by itself.')
  }
  if (kind === 'varnish') {
    return problem(
      found,
      'See that Varnish runs, that CACHE_PURGE_URL is the address of its listener "purge", and that its rules name this machine among the purgers.',
    )
  }
  return problem(
    found,
    `Compare CACHE_PURGE_URL and CACHE_PURGE_TOKEN with what ${name} says; the token must be allowed to purge.`,
  )
}

/** The settings' file, which holds passwords. */
export function judgeSettingsFile(path: string, mode: number): Judgement {
  if ((mode & 0o077) === 0) return ok(`${path} is readable by its owner alone.`)
  return warning(
    `${path} holds passwords and is readable by others.`,
    `Make it yours alone: chmod 600 ${path}.`,
  )
}

export function judgeSettings(fault: string | undefined): Judgement {
  if (!fault) return ok('The settings are readable and fit together.')
  return problem(fault, 'Correct them; .env.example explains each one.')
}

export function judgeFailure(message: string): Judgement {
  return problem(
    `This could not be looked at: ${sentence(message)}`,
    'Read the message, remove its cause and look again.',
  )
}

const inMB = (bytes: number) => `${Math.round(bytes / MB)} MB`

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

/** The largest unit that leaves at least two. */
function span(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ]
  const [size, name] = units.find(([size]) => seconds >= 2 * size) ?? [1, 'seconds']
  return `${Math.round(seconds / size)} ${name}`
}

/** The first line of what a program said, ended by a full stop. */
function sentence(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return /[.!?]$/.test(line) ? line : `${line}.`
}
