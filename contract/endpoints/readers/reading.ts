import * as z from 'zod/mini'
import { forReader } from '#contract/endpoints/endpoint.ts'
import { count, id, time } from '#contract/endpoints/fields.ts'
import { achievementIds } from '#contract/magazine/achievements.ts'
import { readingBatch } from '#contract/magazine/reading.ts'

/** The device's own calendar, even if it is 1970. */
const day = z.iso.date('A day is written as 2026-11-21')
const secondsInADay = 24 * 60 * 60

const event = z.object({
  /** A repeated id changes nothing. */
  id: z.uuid('Each event needs a uuid of its own'),
  storyId: z.uuid('Each event names its story by uuid'),
  day,
  seconds: z.int('Seconds are whole').check(z.minimum(0), z.maximum(secondsInADay)),
  isRead: z.boolean(),
})

const unlocked = z.object({ id: z.enum(achievementIds), unlockedAt: time })
const unlockedOnDevice = z.object({
  id: z.enum(achievementIds),
  // Postgres has no year 0.
  unlockedAt: time.check(z.regex(/^(?!0000)/, 'A time is written as 2026-11-21T08:00:00Z')),
})

const batch = `Send at most ${readingBatch} at a time`

export const reading = {
  /** Merges a device's events; answers with everything the account knows. */
  'PUT /account/reading': forReader({
    beforeGuardian: true,
    input: z.object({
      events: z.array(event).check(z.maxLength(readingBatch, batch)),
      unlocked: z._default(
        z.array(unlockedOnDevice).check(z.maxLength(achievementIds.length, batch)),
        [],
      ),
    }),
    output: z.object({
      stories: z.array(
        z.object({
          storyId: id,
          category: z.string(),
          readTimeMinutes: z.int(),
          isBook: z.optional(z.boolean()),
          seconds: count,
          isRead: z.boolean(),
          lastOn: z.string(),
        }),
      ),
      days: z.array(z.string()),
      unlocked: z.array(unlocked),
    }),
  }),
  /** Achievements are deleted too. */
  'DELETE /account/reading': forReader({}),
}
