import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'playwright/test'
import { openDatabase } from '#db/sql.ts'

type Sql = ReturnType<typeof openDatabase>

/** What the publisher does changes what everybody reads: those tests have services of their own. */
export const parts = ['readers', 'admin'] as const
export type Part = (typeof parts)[number]

/** One for each core. Each has services of its own, so that no test sees what another does at the same time. */
export const workers = [0, 1]

/** Where a worker's service listens; the last is for a file that starts one of its own. */
export function portOf(part: Part | 'own', worker: number): string {
  const first = Number(process.env['E2E_PORT'] ?? 4390)
  return String(first + worker * 4 + [...parts, 'own'].indexOf(part))
}

let own: string | undefined

/** From now on, this worker's tests ask the service at this address; without one, that of their project again. */
export function useService(address: string | undefined): void {
  own = address
}

/** The address of the service that the running test asks. */
export function serviceAddress(): string {
  if (own) return own
  const { project, parallelIndex } = test.info()
  return `http://127.0.0.1:${portOf(project.name.startsWith('admin') ? 'admin' : 'readers', parallelIndex)}`
}

export const servicePort = () => new URL(serviceAddress()).port

const readNote = async (): Promise<{ databaseUrl: string; dataDir: string }> =>
  JSON.parse(await readFile(noteOf(servicePort()), 'utf8'))

/** What a service writes once it listens: where its data are. */
export const noteOf = (port: string) => join(tmpdir(), `ascend-e2e-${port}.json`)

/** Works on the service's own database, and in its data folder. */
export async function inDatabase<T>(work: (sql: Sql, dataDir: string) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = await readNote()
  const sql = openDatabase(databaseUrl, { max: 1 })
  try {
    return await work(sql, dataDir)
  } finally {
    await sql.end()
  }
}

/** How long new pages may take while other tests hold the processors: an end to waiting, no claim about time. */
export const releaseMs = 60_000

/** Ten seconds have passed: no Undo holds any more, and what waited for its end is due. */
export async function letUndoEnd() {
  await inDatabase(async (sql) => {
    await sql`update undos set until = now() where until > now()`
    await sql`
      update bank_transfers set confirmed_at = confirmed_at - interval '10 seconds'
      where confirmed_at > now() - interval '10 seconds'`
    await sql`update mails set next_try_at = now() where undo_id is not null and next_try_at > now()`
    await sql`notify mails_waiting`
  })
}

/** The text of the mails that were written to an address by now, the oldest first. */
export async function mailsSoFar(email: string): Promise<string[]> {
  const { dataDir } = await readNote()
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => new RegExp(`^To: .*${email}`, 'im').test(text)).map(decoded)
}

/** Quoted-printable as people read it. */
function decoded(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
