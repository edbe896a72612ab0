import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { sql } from '#db/sql.ts'
import { disk, onSmallDisk, startAgain } from '#tests/databases/small-database.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aSubmission, startApp } from '#tests/people.ts'

onSmallDisk()

test('a full database disk answers writes by 503, loses nothing acknowledged, and recovers once there is room', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(!disk.isReal, 'Only a real disk can be full for another program.')
  const base = await startApp()
  const authors = await Promise.all(Array.from({ length: 4 }, () => aReader(base)))
  // Words that cannot be packed, so that they take up room.
  const aLongStory = () => ({ ...aSubmission(), content: randomBytes(20_000).toString('base64') })
  const stored: string[] = []
  const seen = new Set<number>()
  const write = async (author: (typeof authors)[number]) => {
    const response = await author.send('/api/stories', asJson(aLongStory()))
    const answer = await response.json()
    seen.add(response.status)
    if (response.status === 201) stored.push(answer.id)
    if (response.status === 503) expect(answer.message).toBe(errors.databaseUnavailable[1])
    return response.status
  }
  for (const author of authors) expect(await write(author)).toBe(201)

  await disk.fill()
  while (!seen.has(503)) {
    await Promise.all(authors.map(write))
    // Readers' limits are of no interest here.
    await sql`delete from rate_limits`.catch(() => {})
    expect([...seen].filter((status) => status !== 201 && status !== 503)).toEqual([])
  }

  await disk.makeRoom()
  await startAgain()
  await expect
    .poll(() => write(authors[0] as (typeof authors)[number]), { timeout: 20_000 })
    .toBe(201)
  expect(await sql`select id from stories where id in ${sql(stored)}`).toHaveLength(stored.length)
})
