import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#api/config.ts'
import type { Files } from '#api/integrations/files.ts'
import { openFiles } from '#api/integrations/folder-files.ts'
import { withoutCleanups } from '#api/jobs/cleanup.ts'
import { pictureStore } from '#api/magazine/uploads/store-picture.ts'
import { exportSite } from '#api/operations/import-export/export-site.ts'
import type { Database } from '#db/driver/open-database.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { findWaiting, listMigrations, migrate } from '#db/migrate.ts'
import { connect, sql } from '#db/sql.ts'
import { ghostSource } from './ghost.ts'
import { importStories } from './import-stories.ts'
import { readAuthorRoles, readCategoryMap } from './mapping-files.ts'
import { markdownSource } from './markdown-folder.ts'
import { openPictures } from './picture-sources.ts'
import { reportText } from './report.ts'
import { wordPressSource } from './wordpress.ts'

interface CommandOptions {
  env: Record<string, string | undefined>
  root: string
  args: string[]
}

const importUsage = `Usage:
  npm run import -- wordpress export.xml [--pictures folder-or-archive]
  npm run import -- ghost export.json [--pictures folder-or-archive] [--site https://old.example] [--redirects redirects.json]
  npm run import -- markdown folder/
and with each:
  --categories map.json   our categories by those of the source
  --roles roles.json      what is printed under the names of authors
  --as-drafts             publishes nothing
  --dry-run               writes nothing, and says what the import would do
  --report                writes the report beside the input too`

const sources = { wordpress: wordPressSource, ghost: ghostSource, markdown: markdownSource }

/** `npm run import`. Resolves to the report; rejects with one readable Error. */
export async function runImport({ env, root, args }: CommandOptions): Promise<string> {
  const { kind, path, options } = readImport(args)
  if (!existsSync(path)) throw new Error(`There is no file or folder ${path}.`)
  const categories = await readCategoryMap(options.categories)
  const roles = await readAuthorRoles(options.roles)
  const isDryRun = options['dry-run'] === true
  const source = await sources[kind](path, options.site, options.redirects)
  const pictures = await openPictures(options.pictures ?? (kind === 'markdown' ? path : undefined))
  try {
    const site = isDryRun ? withSiteOrNone : withSite
    const report = await site(readConfig(env), { root, isReading: isDryRun }, (files) =>
      importStories(source, {
        name: path,
        pictures,
        categories,
        roles,
        asDrafts: options['as-drafts'] === true,
        isDryRun,
        files,
        storePicture: pictureStore(files),
      }),
    )
    const text = reportText(report, { isDryRun, defaultCategory: categories.default })
    if (!options.report) return text
    const file = `${path.replace(/\/$/, '')}.report.txt`
    await writeFile(file, `${text}\n`)
    return `${text}\n\nThis report is in ${file} too.`
  } finally {
    await pictures.close()
  }
}

/** `npm run export -- folder`, likewise. */
export async function runExport({ env, root, args }: CommandOptions): Promise<string> {
  const [folder] = args
  if (folder === undefined || args.length > 1 || folder.startsWith('-')) {
    throw new Error('Usage: npm run export -- folder/')
  }
  const path = resolve(folder)
  const { stories, drafts, books, pictures, missing } = await withSite(
    readConfig(env),
    { root, isReading: true },
    (files) => exportSite(path, files),
  )
  return [
    `Exported to ${path}: ${stories} stories, ${drafts} drafts, ${books} books, ${pictures} pictures.`,
    ...(missing.length > 0 ? [`Not in the storage: ${missing.join(', ')}`] : []),
    `npm run import -- markdown ${folder} reads it back. Readers, orders and the files of books are not in it: they are in a backup.`,
  ].join('\n')
}

function readImport(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        pictures: { type: 'string' },
        categories: { type: 'string' },
        site: { type: 'string' },
        redirects: { type: 'string' },
        roles: { type: 'string' },
        'as-drafts': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        report: { type: 'boolean' },
      },
    })
    const [kind, path, ...others] = positionals
    if (path === undefined || others.length > 0 || !isKind(kind)) throw new Error('')
    return { kind, path: resolve(path), options: values }
  } catch (error) {
    throw new Error([(error as Error).message, importUsage].filter(Boolean).join('\n'))
  }
}

function isKind(kind: string | undefined): kind is keyof typeof sources {
  return kind !== undefined && Object.hasOwn(sources, kind)
}

/** The database and the files of the settings, with no cleanup beside. Reading changes neither. */
function withSite<T>(
  config: Config,
  { root, isReading }: { root: string; isReading: boolean },
  work: (files: Files) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (db, url) => {
    const migrations = join(root, 'db', 'migrations')
    if (!isReading) await migrate(db, migrations)
    else await checkTables(db, migrations)
    const files = await openFiles(config)
    connect(url)
    try {
      return await withoutCleanups(db, () => work(files))
    } finally {
      await sql.end()
    }
  })
}

/** The same for a dry run, also before the site was started for the first time: then as if it were empty. */
async function withSiteOrNone<T>(
  config: Config,
  options: { root: string; isReading: boolean },
  work: (files: Files) => Promise<T>,
): Promise<T> {
  if (await wasStarted(config)) return withSite(config, options, work)
  const dataDir = await mkdtemp(join(tmpdir(), 'ascend-dry-run-'))
  try {
    const own = { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined, s3: undefined }
    const alone = { ...config, ...own }
    return await withSite(alone, { ...options, isReading: false }, work)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function wasStarted(config: Config): Promise<boolean> {
  if (!config.databaseDirectUrl) return existsSync(join(config.dataDir, 'postgres'))
  return withDatabase(config, async (db) => {
    const [row] = await db<{ isThere: boolean }[]>`
      select to_regclass('migrations') is not null as is_there`
    return row?.isThere === true
  })
}

async function checkTables(db: Database, folder: string) {
  const waiting = await findWaiting(db, await listMigrations(folder))
  if (waiting.length > 0) {
    throw new Error(
      'The database is empty, or of an older version. Start the site once (npm start), and try again.',
    )
  }
}
