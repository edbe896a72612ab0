import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { transform } from 'esbuild'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#api/http/open-server.ts'
import { startCleanup } from '#api/jobs/cleanup.ts'
import { cleanups } from '#api/registry.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { openDataFolder } from './data-folder.ts'

// What an operator is told whose first start meets something in its way.

async function aTakenPort() {
  const server = createServer()
  await listen(server, 0, '127.0.0.1', 'PORT')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test.each(['PORT', 'METRICS_PORT'])(
  'a port of %s that is taken is an error that names the setting',
  async (setting) => {
    const port = await aTakenPort()
    await expect(listen(createServer(), port, '127.0.0.1', setting)).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or set ${setting} to another number.`,
    )
  },
)

test('a DATA_DIR that is a file is an error, and a missing folder is created', async () => {
  const folder = await aFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const path of [file, join(file, 'below')]) {
    await expect(openDataFolder(path)).rejects.toThrow(
      /^DATA_DIR is .*file.* finds a file there, and no folder\. Make it a folder that this user may write to/,
    )
  }
  await openDataFolder(join(folder, 'new', 'one'))
  await openDataFolder(join(folder, 'new', 'one'))
})

test('a DATA_DIR without write access is an error', async () => {
  const folder = await aFolder()
  await chmod(folder, 0o755)
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o555 })
  // Root may write anywhere: it asks as somebody else.
  const as = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const { code } = await transform(await readFile('api/operations/data-folder.ts', 'utf8'), {
    loader: 'ts',
  })
  const asking = `${code}\nawait openDataFolder(process.argv[1]).catch((error) => process.stdout.write(error.message))`
  for (const path of [closed, join(closed, 'below')]) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', asking, path], {
      ...as,
      cwd: '/',
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^DATA_DIR is .*closed.*, and user \d+ may not write there\. Make it/)
  }
})

test('a service that stops at once logs no database error of its cleanup', async () => {
  const output: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void output.push(line) })
  const sweep = startCleanup(log, cleanups())
  await sweep.stop()
  await sql.end()
  await pause(100)
  expect(output).toEqual([])
})
