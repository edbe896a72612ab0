import type { Logger } from 'pino'
import type { Routes } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { apiError } from '#contract/errors.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { sql } from '#db/sql.ts'
import { type BackupsOf, findLastGoodRun, findLastRun, isBackingUp } from './backup-place.ts'
import { backUpNightly } from './nightly.ts'

interface BackupsWith {
  business: BackupsOf
  files: Files
  /** Called when a backup has come to its end. */
  examine(): Promise<unknown>
  log: Logger
}

export function backupsRoutes({ serve }: Routes, { business, files, examine, log }: BackupsWith) {
  let running: Promise<void> | undefined
  /** Past any pooler, and beside the connections that readers wait for. */
  const backUp = () =>
    withDatabase(business.config(), (db) => backUpNightly({ db, files, business }))
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error }, 'backup failed'),
      )
      .finally(() => {
        running = undefined
        void examine()
      })

  serve('GET /admin/business/backups', async () => {
    const [backup, good, drill, isHeld] = await Promise.all([
      findLastRun(sql, 'backup'),
      findLastGoodRun(sql, 'backup'),
      findLastRun(sql, 'drill'),
      isBackingUp(sql),
    ])
    const said = (run: typeof backup) => (run ? { at: run.finishedAt, isGood: !run.error } : null)
    return {
      isRunning: running !== undefined || isHeld,
      backup: said(backup),
      goodAt: good?.finishedAt ?? null,
      drill: said(drill),
    }
  })

  serve('POST /admin/business/backups/now', async () => {
    const isHeld = await isBackingUp(sql)
    if (running || isHeld) throw apiError('backupIsRunning')
    running = backUp()
  })
}
