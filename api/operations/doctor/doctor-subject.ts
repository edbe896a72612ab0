import { join } from 'node:path'
import type { Config } from '#api/config.ts'
import { isLoopback, isPublic } from '#api/http/open-server.ts'
import type { Files } from '#api/integrations/files.ts'
import { openFiles } from '#api/integrations/folder-files.ts'
import { type LiveBusiness, mustBeOutside } from '#api/operations/business/live-business.ts'
import { mailServerOf } from '#api/operations/business/live-mail.ts'
import { isKeyKnown } from '#api/operations/business/try-provider.ts'
import { findPurgeFailure } from '#api/pages/caches/cache-purges.queries.ts'
import { originalsOf, readSettings } from '#api/settings/read-settings.ts'
import { listStoredPdfs, publicationFile } from '#api/shop/publications/store-publication.ts'
import { readOriginals } from '#content/read-content.ts'
import type { ProcessorTask } from '#contract/pages/processors.ts'
import { webhookPath } from '#contract/server-paths.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import { businessLabels } from '#contract/settings/business.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import type { Database } from '#db/driver/open-database.ts'
import { listMigrations, readHistory, upgradeBetween } from '#db/migrate.ts'
import type { Row } from '#db/sql.ts'
import {
  type BackupsOf,
  backupFolder,
  findLastGoodRun,
  findLastRun,
  listBackups,
  openBackupPlace,
} from '../backup/backup-place.ts'
import type { Subject } from './examine.ts'
import type { BackupState, BookTexts, DatabaseState } from './judge.ts'

/** What holds at present is examined. `db`: undefined when there is none yet; rejects when it cannot be reached. */
export function subjectOf(
  business: Pick<LiveBusiness, 'config' | 'broken' | 'ofServer'>,
  { root, db }: { root: string; db: () => Promise<Database | undefined> },
): Subject {
  const config = business.config()
  const { payments, publicUrl, mailEvents } = config
  // Whoever asks for the time checks no address: one that was set at a page is not asked.
  const backupBucket = mustBeOutside(business, 'backups') ? undefined : config.backupBucket
  const withKeys = payments.filter((provider) => provider.by !== 'test')
  return {
    publicUrl,
    isPublic: isPublic(publicUrl),
    dataDir: config.dataDir,
    askDatabase: async () => {
      const reached = await db()
      return reached && readState(reached, root)
    },
    mailServer: mailServerOf(business),
    payments: payments.map((provider) => ({
      by: provider.by,
      isTestKey: provider.by !== 'test' && !isLiveKey(provider.secretKey),
      tryKey: () => isKeyKnown(provider),
    })),
    brokenParts: business.broken().map((part) => businessLabels[part]),
    account: config.invoicing?.account,
    webhooks: [
      ...withKeys.map(({ by }) => webhookPath(by)),
      ...(mailEvents.sesTopicArn ? [webhookPath('ses')] : []),
      ...(mailEvents.postmark ? [webhookPath('postmark')] : []),
    ],
    clocks: [
      ...withKeys.map(({ apiUrl }) => apiUrl),
      ...(backupBucket ? [backupBucket.endpoint] : []),
      ...(config.s3 ? [config.s3.endpoint] : []),
    ],
    purges: config.cache && {
      kind: config.cache.kind,
      findFailure: async () => findPurges(await db()),
    },
    hasDifferences: config.cache?.kind === 'cloudflare' && config.pageDifferences === 'on',
    findBackups: async () => findBackups(business, await db().catch(() => undefined)),
    findLastDrill: async () => {
      const reached = await db()
      return reached && findLastRun(reached, 'drill')
    },
    findLostPublications: async () => {
      const reached = await db().catch(() => undefined)
      return reached ? findLostPublications(reached, await openFiles(config)) : []
    },
    findBookTexts: async () => {
      const reached = await db().catch(() => undefined)
      return reached ? findBookTexts(reached) : undefined
    },
    processorTasks: listProcessorTasks(config),
    secrets: secretsOf(config),
  }
}

async function readState(db: Database, root: string): Promise<DatabaseState> {
  const [row] = await db<{ now: string; isThere: boolean }[]>`
    select clock_timestamp() as now, to_regclass('migrations') is not null as is_there`
  if (!row) throw new Error('it returned nothing')
  const rows = row.isThere
    ? await db<Row<'migrations', 'name' | 'sha256'>[]>`select name, sha256 from migrations`
    : []
  const known = await listMigrations(join(root, 'db', 'migrations'))
  const { ran, missing } = readHistory(known, rows)
  const sums = new Map(known.map(({ name, sha256 }) => [name, sha256]))
  const waiting = known
    .map(({ name }) => name)
    .filter((name) => !ran.some((it) => it.name === name))
  return {
    now: row.now,
    waiting,
    tooOld: missing && upgradeBetween(missing),
    hiddenRatings: waiting.length === 0 ? [...(await listHiddenRatings(db))] : [],
    ...(waiting.length === 0 ? await readStoredSettings(db, root) : { brokenSettings: [] }),
    foreign: ran
      .filter(({ name, sha256 }) => sums.has(name) && sums.get(name) !== sha256)
      .map(({ name }) => name),
    newer: ran.filter(({ name }) => !sums.has(name)).map(({ name }) => name),
  }
}

export function listHiddenRatings(db: Database) {
  return db<DatabaseState['hiddenRatings']>`
    select b.title, count(*) from book_ratings r join books b on b.id = r.book_id
    where r.is_hidden group by b.id order by b.title, b.id`
}

async function findLostPublications(db: Database, files: Files): Promise<string[]> {
  const lost: string[] = []
  for (const { title, pdfId } of await listStoredPdfs(db)) {
    if (!(await files.find(publicationFile(pdfId)))) lost.push(title)
  }
  return lost
}

/** Of the books with an EPUB. */
async function findBookTexts(db: Database): Promise<BookTexts | undefined> {
  const [found] = await db<{ isThere: boolean }[]>`
    select to_regclass('editions') is not null as is_there`
  if (!found?.isThere) return undefined
  const rows = await db<{ title: string; state: 'ready' | 'refused' | 'waiting' }[]>`
    select title, case when fault is not null then 'refused' when ready_at is not null then 'ready'
      else 'waiting' end as state
    from books left join editions on editions.epub_id = books.epub_id
    where books.epub_id is not null and deleted_at is null order by title, books.id`
  const listOf = (state: string) => rows.filter((row) => row.state === state)
  return {
    ready: listOf('ready').length,
    waiting: listOf('waiting').length,
    refused: listOf('refused').map(({ title }) => title),
  }
}

async function readStoredSettings(db: Database, root: string) {
  const rows = await db<{ groupName: string; value: object }[]>`
    select group_name, value from settings where value is not null`
  const stored = Object.fromEntries(rows.map(({ groupName, value }) => [groupName, value]))
  const originals = originalsOf(await readOriginals(join(root, 'content')))
  const { settings, broken } = readSettings(originals, stored)
  return {
    brokenSettings: broken.map((group) => settingTexts[group].label),
    listedTasks: settings.processors.list.map(({ task }) => task),
  }
}

/** What of this is done by somebody else, by what is set. What stands on this machine is nobody else's. */
function listProcessorTasks({ payments, smtp, oidc, s3, backupBucket, cache }: Config) {
  const isElsewhere = (address?: string) => !!address && !isLoopback(new URL(address).hostname)
  const used: Record<Exclude<ProcessorTask, 'hosting' | 'other'>, boolean> = {
    paystack: payments.some(({ by }) => by === 'paystack'),
    flutterwave: payments.some(({ by }) => by === 'flutterwave'),
    mail: isElsewhere(smtp?.url),
    signIn: isElsewhere(oidc?.issuer),
    files: isElsewhere(s3?.endpoint),
    backups: isElsewhere(backupBucket?.endpoint),
    cache: cache?.kind === 'cloudflare',
  }
  return (Object.keys(used) as (keyof typeof used)[]).filter((task) => used[task])
}

async function findBackups(business: BackupsOf, db: Database | undefined): Promise<BackupState> {
  const { files, isElsewhere } = await openBackupPlace(business)
  const [kept] = await listBackups(files)
  const [byHand, lastRun] = db
    ? await Promise.all([findLastGoodRun(db, 'backup'), findLastRun(db, 'backup')])
    : []
  const moments = [kept?.madeAt.toISOString(), byHand?.startedAt]
  const newestAt = moments
    .filter((moment) => moment !== undefined)
    .sort()
    .at(-1)
  const place = isElsewhere ? files.place : join(files.place, backupFolder)
  return { place, isElsewhere, newestAt, lastRun }
}

async function findPurges(db: Database | undefined) {
  if (!db) return { seconds: 0 }
  const [row] = await db<{ isThere: boolean }[]>`
    select to_regclass('cache_purges') is not null as is_there`
  return row?.isThere ? findPurgeFailure(db) : { seconds: 0 }
}

/** Whatever stands in an address before its host, as it is written there and as it is meant. */
function secretsOf({ smtp, payments, s3, backupBucket, ...config }: Config): string[] {
  const databases = [config.databaseUrl, config.databaseDirectUrl]
  const passwords = [...databases, smtp?.url].flatMap((address) => {
    const { password } = new URL(address ?? 'none:')
    return [address ?? '', password, decodeURIComponent(password)]
  })
  const all = [
    ...passwords,
    ...payments.flatMap((provider) => (provider.by === 'test' ? [] : [provider.secretKey])),
    ...payments.flatMap((provider) =>
      provider.by === 'flutterwave' ? [provider.webhookHash] : [],
    ),
    config.publisher.password ?? '',
    config.oidc?.clientSecret ?? '',
    config.mailEvents.postmark ?? '',
    config.cache?.token ?? '',
    ...[s3, backupBucket].flatMap((bucket) => (bucket ? [bucket.secretKey, bucket.accessKey] : [])),
  ]
  // The longest first: one may hold another. What is shorter is a word that says nothing.
  return all.filter((secret) => secret.length > 3).sort((a, b) => b.length - a.length)
}
