import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { runs } from '#tests/long.ts'
import { aMove } from '#tests/magazine/import-runs.ts'
import { aWxr } from '#tests/magazine/wordpress-export.ts'

const posts = 60

const count = async () => {
  const [row] = await sql<
    { stories: number; noted: number; addresses: number; pictures: number }[]
  >`
    select (select count(*) from stories) as stories, (select count(*) from imported_stories) as noted,
      (select count(*) from moved_addresses) as addresses,
      (select count(*) from stories where content like 'Words%/uploads/%') as pictures`
  return row as NonNullable<typeof row>
}

test('an import that is killed leaves only complete stories, and the next one continues', async () => {
  const { folder, pictures, picture } = await aMove()
  for (let id = 1; id <= posts; id++) await picture(`p${id}.jpg`, `rgb(${id}, 9, 9)`)
  const file = join(folder, 'export.xml')
  const content = (id: number) =>
    `Words <img src="https://old.example/wp-content/uploads/p${id}.jpg">`
  const all = Array.from({ length: posts }, (_, index) => ({
    id: index + 1,
    content: content(index + 1),
  }))
  await writeFile(file, aWxr(all))
  const env = { PATH: process.env['PATH'], DATABASE_URL: await ownDatabaseUrl(), DATA_DIR: folder }
  const begin = (): ChildProcess =>
    fork(
      'tests/fixtures/run-moving.mjs',
      ['runImport', 'wordpress', file, '--pictures', pictures],
      {
        env,
        stdio: 'pipe',
      },
    )
  for (let run = 0; run < runs({ sample: 2, long: 10 }); run++) {
    await sql`truncate stories, uploads, imported_stories cascade`
    const killAt = 1 + Math.floor(Math.random() * (posts - 20))
    const killed = begin()
    const isOver = once(killed, 'exit')
    await expect
      .poll(async () => (await count()).stories, { interval: 5, timeout: 20_000 })
      .toBeGreaterThanOrEqual(killAt)
    killed.kill('SIGKILL')
    await isOver
    const left = await count()
    expect(left.stories).toBeLessThan(posts)
    expect(left).toEqual({
      stories: left.stories,
      noted: left.stories,
      // Each has its address, and the short one by its number.
      addresses: 2 * left.stories,
      pictures: left.stories,
    })
    const again = begin()
    let output = ''
    again.stdout?.on('data', (piece) => {
      output += piece
    })
    await once(again, 'exit')
    expect(output).toContain(`${posts - left.stories} added`)
    expect(output).toContain(`${left.stories} unchanged`)
    expect(await count()).toEqual({
      stories: posts,
      noted: posts,
      addresses: 2 * posts,
      pictures: posts,
    })
    const unused = await sql`
      select from uploads u
      where not exists (select from stories where content like '%' || u.id || '%')`
    expect(unused).toHaveLength(0)
  }
})
