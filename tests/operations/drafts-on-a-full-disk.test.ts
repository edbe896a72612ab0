import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { disk, onSmallDisk, startAgain } from '#tests/databases/small-database.ts'
import { runs } from '#tests/long.ts'
import { aWriter, checkWritten } from '#tests/magazine/draft-writers.ts'
import { startApp } from '#tests/people.ts'

onSmallDisk()

test('a full database disk loses no acknowledged draft, and later drafts are saved once there is room', {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(!disk.isReal, 'Only a real disk can be full for another program.')
  const base = await startApp()
  // Words that cannot be packed, so that they take up room.
  const longWords = () => `${randomBytes(20_000).toString('base64')} `
  for (let run = 0; run < runs({ sample: 1, long: 10 }); run++) {
    const writers = await Promise.all([aWriter(base, longWords), aWriter(base, longWords)])
    for (const writer of writers) {
      writer.type()
      await writer.catchUp()
    }
    await disk.fill()
    for (const writer of writers) {
      // Typed and saved until there is no room left.
      await expect
        .poll(
          () => {
            if (writer.state().is === 'saved') writer.type()
            return writer.state().is
          },
          { timeout: 60_000, interval: 5 },
        )
        .toBe('waiting')
    }
    await disk.makeRoom()
    await startAgain()
    for (const writer of writers) {
      await writer.catchUp()
      writer.type()
      await writer.catchUp()
      await checkWritten(writer)
      expect(
        writer.statuses.filter((told) => !/503|Failed to fetch|fetch failed/.test(told)),
      ).toEqual([])
    }
  }
})
