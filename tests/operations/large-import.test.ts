import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { writeLargeGhost, writeLargeWxr } from '#tests/magazine/large-exports.ts'

const posts = runs({ sample: 60, long: 5_000 })

beforeEach(() => sql`truncate stories, imported_stories, authors cascade`)

test.each([
  ['wordpress', writeLargeWxr],
  ['ghost', writeLargeGhost],
])(
  'a whole magazine of %s is imported within two minutes and 400 MB',
  async (kind, write) => {
    const folder = await aFolder()
    const file = join(folder, 'export')
    await write(file, posts)
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: await ownDatabaseUrl(),
      DATA_DIR: folder,
    }
    const began = performance.now()
    const running = spawn(
      process.execPath,
      ['tests/fixtures/run-moving.mjs', 'runImport', kind, file],
      { env },
    )
    let output = ''
    running.stdout.on('data', (piece) => {
      output += piece
    })
    await once(running, 'close')
    expect(output).toContain(`${posts} added`)
    expect(Number(/Peak: (\d+) MB/.exec(output)?.[1])).toBeLessThan(400)
    expect((performance.now() - began) / 1000).toBeLessThan(120)
  },
  300_000,
)
