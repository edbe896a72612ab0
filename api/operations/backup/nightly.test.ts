import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { connect, sql } from '#db/sql.ts'
import { archive, dataDir as backedUp, backUpSite, site } from '#tests/backed-up-site.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { runDoctor } from '../doctor/doctor-commands.ts'
import { runDrill, runNightly, runRestore } from './backup-commands.ts'
import { backupName, expiredBackups, listBackups } from './backup-place.ts'

const root = process.cwd()

backUpSite()

/** The settings of a site whose backups go to a bucket, unless they stay on the machine. */
async function aSite({ isElsewhere = true } = {}) {
  const dataDir = await aFolder()
  const bucket = isElsewhere ? await anS3Server() : undefined
  const env: Record<string, string> = {
    DATABASE_URL: await ownDatabaseUrl(),
    DATA_DIR: isElsewhere ? backedUp : dataDir,
    ...(bucket && {
      BACKUP_S3_ENDPOINT: bucket.endpoint,
      BACKUP_S3_BUCKET: bucket.bucket,
      BACKUP_S3_ACCESS_KEY: bucket.accessKey,
      BACKUP_S3_SECRET_KEY: bucket.secretKey,
    }),
  }
  const place = bucket ? await s3Files(bucket) : folderFiles(dataDir)
  return { env, place, dataDir, bucket }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const dayOf = ({ madeAt }: { madeAt: Date }) => madeAt.toISOString().slice(0, 10)

describe('the retention of nightly backups', () => {
  const nights = (count: number, from = new Date('2026-11-22T03:15:00Z')) =>
    Array.from({ length: count }, (_, night) => {
      const madeAt = new Date(from.getTime() - night * 86_400_000)
      return { name: backupName(madeAt), madeAt }
    })

  test('is the newest of each of seven days, four weeks and six months', () => {
    const backups = nights(400)
    const expired = expiredBackups(backups)
    expect(backups.filter((backup) => !expired.includes(backup)).map(dayOf)).toEqual([
      ...[22, 21, 20, 19, 18, 17, 16].map((day) => `2026-11-${day}`),
      // Sundays, and the last days of months.
      ...['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-09-30'],
      ...['2026-08-31', '2026-07-31', '2026-06-30'],
    ])
  })

  test('adds one each night and deletes none that is needed later', () => {
    let kept: ReturnType<typeof nights> = []
    for (const backup of nights(500).reverse()) {
      kept = [...kept, backup]
      const expired = expiredBackups(kept)
      kept = kept.filter((one) => !expired.includes(one))
      expect(kept.length).toBeLessThanOrEqual(17)
    }
    expect(kept.map(dayOf)).toContain('2026-06-30')
    expect(kept.map(dayOf)).toContain('2026-11-01')
  })

  test('deletes none while no new one is made', () => {
    const kept = nights(400).filter((backup, _, all) => !expiredBackups(all).includes(backup))
    expect(expiredBackups(kept)).toEqual([])
    expect(expiredBackups([])).toEqual([])
  })
})

describe('a nightly backup', () => {
  test('is uploaded to the bucket and replaces only backups that are too old', async () => {
    const { env, place } = await aSite()
    for (const days of [1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251]) {
      await place.store(backupName(daysAgo(days)), Buffer.from('old'))
    }
    await place.store('backups/by-hand.tgz', Buffer.from('mine'))
    const text = await runNightly({ env, root, args: [] })
    expect(text).toMatch(/^Backed up to backups\/ascend-.*z\.tgz in the bucket ascend-files/)
    const kept = await listBackups(place)
    expect(text).toContain(`${12 - kept.length} older ones removed, ${kept.length} kept`)
    expect(kept.length).toBeLessThan(12)
    expect(kept.map(dayOf)).toContain(daysAgo(0).toISOString().slice(0, 10))
    expect(await place.find('backups/by-hand.tgz')).toBeDefined()
    // Nothing of it stays on the machine.
    expect((await readdir(backedUp)).filter((name) => name.startsWith('backup'))).toEqual([])
    const runs = await sql`select kind, error from backup_runs order by id desc limit 1`
    expect(runs).toEqual([{ kind: 'backup', error: null }])
  })

  test('is restored from the bucket by one command on an empty machine', async () => {
    const { env } = await aSite()
    await runNightly({ env, root, args: [] })
    const { url, db } = await anEmptyDatabase()
    const elsewhere = { ...env, DATABASE_URL: url, DATA_DIR: await aFolder() }
    const text = await runRestore({ env: elsewhere, root, args: ['newest'] })
    expect(text).toMatch(/^Restored from backups\/ascend-/)
    const count = 'select count(*)::integer as count from readers'
    expect(await db.unsafe(count)).toEqual(await site.unsafe(count))
    const other = runRestore({ env, root, args: ['backups/ascend-1999-01-01t00-00-00z.tgz'] })
    await expect(other).rejects.toThrow(/There is no such backup in .* There are: backups\/ascend-/)
  })

  test('that fails is recorded, and the doctor reports it', async () => {
    const { env, bucket } = await aSite()
    await bucket?.stop()
    await expect(runNightly({ env, root, args: [] })).rejects.toThrow(
      /cannot be read\. Check BACKUP_S3_ENDPOINT, /,
    )
    await bucket?.start()
    const text = await runDoctor({ env, root, args: [] })
    expect(text).toContain('warning  Backups: The last backup failed: the bucket ascend-files')
    expect(text).not.toContain('S3RVER')
    await runNightly({ env, root, args: [] })
    expect(await runDoctor({ env, root, args: [] })).toContain('ok       Backups: ')
  })

  test('is stored on the machine without a bucket', async () => {
    const { env, dataDir } = await aSite({ isElsewhere: false })
    const broken = await runNightly({ env, root, args: [] }).catch((error: Error) => error.message)
    expect(broken).toContain(`in ${dataDir}`)
    expect(await readdir(join(dataDir, 'backups'))).toHaveLength(1)
  })
})

describe('a restore drill', () => {
  /** The service that it starts has another database than this file. */
  let home = ''
  beforeAll(async () => {
    home = await ownDatabaseUrl()
  })
  afterEach(async () => {
    await sql.end().catch(() => {})
    connect(home)
  })

  test('restores the newest backup separately, starts the service from it, and leaves nothing', async () => {
    const { env } = await aSite()
    await runNightly({ env, root, args: [] })
    const before = await readdir(backedUp)
    const text = await runDrill({ env, root, args: [], bundle: inject('bundle') })
    expect(text).toMatch(/^Restored backups\/ascend-.*z\.tgz out of the bucket ascend-files/)
    expect(text).toMatch(/\d+ rows of \d+ tables, 4 files/)
    expect(text).toContain('it is ready and shows its pages')
    expect(await readdir(backedUp)).toEqual(before)
    const [run] = await site`select kind, archive, error from backup_runs order by id desc limit 1`
    expect(run).toEqual({
      kind: 'drill',
      archive: expect.stringMatching(/^backups\/ascend-/),
      error: null,
    })
    expect(await runDoctor({ env, root, args: [] })).toContain(
      'Restore drill: A backup was last restored on trial',
    )
  })

  test('of a damaged backup fails, and the doctor reports a problem', async () => {
    const { env, dataDir } = await aSite({ isElsewhere: false })
    await expect(runDrill({ env, root, args: [] })).rejects.toThrow(
      /There is no backup in .* npm run db:nightly/,
    )
    const name = backupName(new Date())
    await folderFiles(dataDir).store(name, archive)
    await truncate(join(dataDir, name), 4000)
    await expect(runDrill({ env, root, args: [] })).rejects.toThrow('is no whole backup')
    await expect(runDoctor({ env, root, args: [] })).rejects.toThrow(
      /PROBLEM {2}Restore drill: The newest backup could not be restored on trial: .* is no whole backup/,
    )
    expect((await readdir(dataDir)).filter((one) => one.startsWith('backup-'))).toEqual([])
  })

  test('removes what a killed drill has left', async () => {
    const { env, dataDir } = await aSite({ isElsewhere: false })
    const { mkdir, utimes } = await import('node:fs/promises')
    const left = join(dataDir, 'backup-killed')
    await mkdir(left)
    await writeFile(join(left, 'backup.tgz'), 'half')
    await utimes(left, daysAgo(2), daysAgo(2))
    await folderFiles(dataDir).store(backupName(new Date()), Buffer.from('none'))
    await expect(runDrill({ env, root, args: [] })).rejects.toThrow('no whole backup')
    expect(await readdir(dataDir)).not.toContain('backup-killed')
  })
})
