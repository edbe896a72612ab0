import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/driver/open-database.ts'
import { listMigrations } from '#db/migrate.ts'
import { backupFolder, listBackups, openBackupPlace } from './backup-place.ts'
import { findLastGoodRun, findLastRun } from './backup-runs.ts'
import { type Config, isPublic } from './config.ts'
import type { Subject } from './doctor/examine.ts'
import type { BackupState, DatabaseState } from './doctor/judge.ts'
import { paystackClient } from './integrations/paystack-client.ts'

/** What the settings say is examined. `db`: undefined when there is none yet; rejects when it cannot be reached. */
export function subjectOf(
  config: Config,
  { root, db }: { root: string; db: () => Promise<Database | undefined> },
): Subject {
  const { payments, publicUrl, mailEvents, backupBucket } = config
  const paystack = payments?.by === 'paystack' ? payments : undefined
  return {
    publicUrl,
    isPublic: isPublic(publicUrl),
    dataDir: config.dataDir,
    askDatabase: async () => {
      const reached = await db()
      return reached && readState(reached, join(root, 'db', 'migrations'))
    },
    smtpUrl: config.smtp?.url,
    payments: {
      by: payments?.by,
      isTestKey: paystack?.secretKey.startsWith('sk_test_') ?? false,
      tryKey: () => tryKey(paystack),
    },
    webhooks: [
      ...(paystack ? ['/api/webhooks/paystack'] : []),
      ...(mailEvents.sesTopicArn ? ['/api/webhooks/ses'] : []),
      ...(mailEvents.postmark ? ['/api/webhooks/postmark'] : []),
    ],
    clocks: [
      ...(paystack ? [paystack.apiUrl] : []),
      ...(backupBucket ? [backupBucket.endpoint] : []),
      ...(config.s3 ? [config.s3.endpoint] : []),
    ],
    findBackups: async () => findBackups(config, await db().catch(() => undefined)),
    findLastDrill: async () => {
      const reached = await db()
      return reached && findLastRun(reached, 'drill')
    },
    secrets: secretsOf(config),
  }
}

async function readState(db: Database, migrationsFolder: string): Promise<DatabaseState> {
  const [row] = await db<{ now: string; isThere: boolean }[]>`
    select clock_timestamp() as now, to_regclass('migrations') is not null as is_there`
  if (!row) throw new Error('it returned nothing')
  const ran = row.isThere
    ? await db<{ name: string; sha256: string }[]>`select name, sha256 from migrations`
    : []
  const known = await listMigrations(migrationsFolder)
  const sums = new Map(known.map(({ name, sha256 }) => [name, sha256]))
  return {
    now: row.now,
    waiting: known.map(({ name }) => name).filter((name) => !ran.some((it) => it.name === name)),
    foreign: ran.filter(({ name, sha256 }) => sums.get(name) !== sha256).map(({ name }) => name),
  }
}

/** A payment that cannot exist: only the key decides between 401 and another answer. */
async function tryKey(paystack: { secretKey: string; apiUrl: string } | undefined) {
  if (!paystack) return false
  const ask = paystackClient({ ...paystack, timeoutMs: 6_000 })
  const { status } = await ask('GET', '/transaction/verify/ascend-doctor')
  return status !== 401 && status !== 403
}

async function findBackups(config: Config, db: Database | undefined): Promise<BackupState> {
  const { files, isElsewhere } = await openBackupPlace(config)
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

/** Whatever stands in an address before its host, as it is written there and as it is meant. */
function secretsOf({ smtp, payments, s3, backupBucket, ...config }: Config): string[] {
  const passwords = [config.databaseUrl, config.databaseDirectUrl, smtp?.url].flatMap((address) => {
    const { password } = new URL(address ?? 'none:')
    return [address ?? '', password, decodeURIComponent(password)]
  })
  const all = [
    ...passwords,
    payments?.by === 'paystack' ? payments.secretKey : '',
    config.publisher.password ?? '',
    config.oidc?.clientSecret ?? '',
    config.mailEvents.postmark ?? '',
    ...[s3, backupBucket].flatMap((bucket) => (bucket ? [bucket.secretKey, bucket.accessKey] : [])),
  ]
  // The longest first: one may hold another. What is shorter is a word that says nothing.
  return all.filter((secret) => secret.length > 3).sort((a, b) => b.length - a.length)
}

/** Whether a start has made a database of its own. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}
