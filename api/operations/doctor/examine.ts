import { withinTime } from '#api/http/load/within-time.ts'
import { type MailServer, tryMailServer } from '#api/integrations/smtp/smtp.ts'
import type { ProcessorTask } from '#contract/pages/processors.ts'
import type { BankAccount } from '#contract/shop/invoices.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import { checkDifferences } from './check-cdn.ts'
import {
  type BackupRun,
  type BackupState,
  type BookTexts,
  type DatabaseState,
  type Finding,
  type Judgement,
  judgeAddress,
  judgeBackups,
  judgeBookTexts,
  judgeBusiness,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDatabaseFailure,
  judgeDisk,
  judgeDns,
  judgeDrill,
  judgeFailure,
  judgeInvoices,
  judgeMail,
  judgeMemory,
  judgeNode,
  judgePayments,
  judgeProcessors,
  judgePublications,
  judgePurges,
  judgeRatings,
  judgeStudio,
  judgeTlsFailure,
  judgeWebhook,
  judgeYoungReaders,
} from './judge.ts'
import {
  ask,
  type LookUpHost,
  lookUpHost,
  measureDisk,
  measureMemory,
  readCertificate,
} from './measure.ts'

export interface Subject {
  publicUrl: string
  /** Whether others than this machine reach it. */
  isPublic: boolean
  dataDir: string
  /** Undefined: there is no database yet. Rejects when it does not answer. */
  askDatabase(): Promise<DatabaseState | undefined>
  mailServer: MailServer | undefined
  /** There are none where payments are off. */
  payments: {
    by: PaymentProvider
    isTestKey: boolean
    /** Whether the provider accepts the key. Rejects when it does not answer. */
    tryKey(): Promise<boolean>
  }[]
  /** What the owner has set and is not in force. */
  brokenParts: string[]
  /** Where schools transfer to; undefined: there are no invoices. */
  account: BankAccount | undefined
  /** Paths that providers report to. */
  webhooks: string[]
  /** Addresses elsewhere whose clocks are compared with ours. */
  clocks: string[]
  /** Undefined: there is no cache in front. */
  purges?:
    | { kind: Parameters<typeof judgePurges>[0]; findFailure(): Promise<{ seconds: number }> }
    | undefined
  /** Pages travel through Cloudflare as differences. */
  hasDifferences?: boolean
  findBackups(): Promise<BackupState>
  findLastDrill(): Promise<BackupRun | undefined>
  /** Titles of those whose PDF is not stored. */
  findLostPublications(): Promise<string[]>
  /** Undefined: there is no database, or an older one. */
  findBookTexts(): Promise<BookTexts | undefined>
  /** What somebody else does with data of people. */
  processorTasks: ProcessorTask[]
  /** They stand in no finding. */
  secrets: string[]
  /** By default the real DNS is asked. */
  lookUp?: LookUpHost
  /** Tests only. */
  ca?: string
}

/** The limit of one check, whatever it waits for. */
const withinMs = 20_000

type Check = [title: string, check: () => Judgement | Promise<Judgement>]

/** Looks at everything at once. Never rejects, takes half a minute at most, and changes nothing. */
export async function examine(subject: Subject): Promise<Finding[]> {
  const { publicUrl, isPublic, purges } = subject
  const { hostname, protocol } = new URL(publicUrl)
  const now = new Date()
  const database = subject.askDatabase()
  database.catch(() => {})

  const checks: Check[] = [
    ['Node', () => judgeNode(process.versions.node)],
    ['Clock', async () => judgeClock(await compareClocks(subject, database))],
    ['Disk', async () => judgeDisk(await measureDisk(subject.dataDir))],
    ['Memory', async () => judgeMemory(await measureMemory())],
    [
      'Database',
      () => database.then(judgeDatabase, (error: Error) => judgeDatabaseFailure(error.message)),
    ],
    [
      'Ratings',
      async () => judgeRatings((await database.catch(() => undefined))?.hiddenRatings ?? []),
    ],
    [
      'Studio',
      async () => judgeStudio((await database.catch(() => undefined))?.brokenSettings ?? []),
    ],
    ['Publications', async () => judgePublications(await subject.findLostPublications())],
    ['Books read here', async () => judgeBookTexts(await subject.findBookTexts())],
    ['Young readers', () => judgeYoungReaders(now)],
    [
      'Processors',
      async () => {
        const listed = (await database.catch(() => undefined))?.listedTasks
        return judgeProcessors(subject.processorTasks, listed, isPublic)
      },
    ],
    ['Address', () => judgeAddress(publicUrl, isPublic)],
  ]
  if (isPublic) {
    const lookUp = subject.lookUp ?? lookUpHost
    checks.push([
      'DNS',
      async () => judgeDns(hostname, await lookUp(hostname).catch(() => undefined)),
    ])
  }
  if (protocol === 'https:') {
    checks.push([
      'TLS',
      () =>
        readCertificate(publicUrl, subject.ca).then(
          (certificate) => judgeCertificate(hostname, certificate, now),
          (error: Error) => judgeTlsFailure(hostname, error.message),
        ),
    ])
  }
  checks.push(
    [
      'Mail',
      async () => {
        const { mailServer } = subject
        const failure = mailServer && (await tryMailServer(mailServer, publicUrl))
        const said = failure && [failure.code, failure.message].filter(Boolean).join(': ')
        return judgeMail({ isConfigured: mailServer !== undefined, isPublic, failure: said })
      },
    ],
    ...(subject.payments.length > 0 ? subject.payments : [undefined]).map((provider) =>
      paymentsCheck(provider, isPublic),
    ),
    ...subject.brokenParts.map((part): Check => ['Business', () => judgeBusiness(part)]),
    ['Invoices', () => judgeInvoices(subject.account)],
    ...subject.webhooks.map((path) => webhookCheck(`${publicUrl}${path}`)),
    ...(purges ? [purgesCheck(purges)] : []),
    ['Backups', async () => judgeBackups(await subject.findBackups(), isPublic, now)],
    ['Restore drill', async () => judgeDrill(await subject.findLastDrill(), isPublic, now)],
  )
  if (subject.hasDifferences) checks.push(['Differences', () => checkDifferences(publicUrl)])
  return Promise.all(
    checks.map(async ([title, check]) => ({
      title,
      ...withoutSecrets(await judged(check), subject.secrets),
    })),
  )
}

function paymentsCheck(
  provider: Subject['payments'][number] | undefined,
  isPublic: boolean,
): Check {
  const { by, isTestKey = false } = provider ?? {}
  const hasKey = by !== undefined && by !== 'test'
  return [
    'Payments',
    async () => {
      const isKeyTaken = hasKey ? await provider?.tryKey().catch(() => undefined) : undefined
      return judgePayments({ by, isTestKey, isPublic, isKeyTaken })
    },
  ]
}

function webhookCheck(address: string): Check {
  const answer = () => ask(address, 'POST').catch(() => undefined)
  return ['Webhook', async () => judgeWebhook(address, (await answer())?.status)]
}

function purgesCheck({ kind, findFailure }: NonNullable<Subject['purges']>): Check {
  return ['Cache in front', async () => judgePurges(kind, (await findFailure()).seconds)]
}

async function judged(check: Check[1]): Promise<Judgement> {
  try {
    return await withinTime(withinMs, async () => check())
  } catch (error) {
    const { name, message } = error as Error
    return judgeFailure(name === 'TimeoutError' ? 'it took too long' : message)
  }
}

async function compareClocks(subject: Subject, database: Promise<DatabaseState | undefined>) {
  const began = Date.now()
  const ours = database.then(
    (state) =>
      // The answer may be as old as it took to come.
      state && [{ name: 'the database', aheadSeconds: sinceAnswer(state.now, began, Date.now()) }],
    () => undefined,
  )
  const elsewhere = [...(subject.isPublic ? [subject.publicUrl] : []), ...subject.clocks]
  const others = elsewhere.map(async (address) => {
    const sent = Date.now()
    const { date, at } = await ask(address, 'HEAD')
    // A date of HTTP is cut off to whole seconds.
    const middle = date && new Date(Date.parse(date) + 500).toISOString()
    return middle
      ? [{ name: new URL(address).hostname, aheadSeconds: sinceAnswer(middle, sent, at) }]
      : []
  })
  const asked = await Promise.all([ours, ...others.map((other) => other.catch(() => undefined))])
  return asked.flatMap((clocks) => clocks ?? [])
}

/** How far another clock was ahead at the least, when it was read between two moments of ours. */
function sinceAnswer(theirs: string, from: number, to: number): number {
  const at = Date.parse(theirs)
  return (at > to ? at - to : at < from ? at - from : 0) / 1000
}

/** What programs say may repeat what they were given. */
function withoutSecrets(judgement: Judgement, secrets: string[]): Judgement {
  const hide = (text: string) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, '(hidden)'), text)
  return {
    ...judgement,
    found: hide(judgement.found),
    todo: judgement.todo === null ? null : hide(judgement.todo),
  }
}
