import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, id, time } from '#contract/endpoints/fields.ts'
import { weekdays } from '#contract/newsletter/digest-times.ts'
import { digests } from '#contract/newsletter/newsletter-choices.ts'
import { editors } from '#contract/roles.ts'

const oneStory = { who: editors, input: z.object({ id }), missing: 'storyNotFound' } as const

export const publishing = {
  /** What publishing the newest revision of a story would do, and what it lacks. */
  'GET /admin/drafts/:id/publishing': endpoint({
    ...oneStory,
    output: z.object({
      /** The time by the server's clock, on which schedules depend. */
      now: time,
      url: z.string(),
      /** The words of its address; once it was public, they stay. */
      slug: z.string(),
      isSlugKept: z.boolean(),
      /** Why it cannot be published, by field. */
      problems: z.record(z.string(), z.array(z.string())),
      /** What readers would miss, by field. */
      advice: z.record(z.string(), z.string()),
      /** Sentences that readers see now, and those in their place; absent unless it would change words of theirs. */
      changed: z.optional(z.object({ said: z.string(), says: z.string() })),
      /** Digests that would have it, with their readers of its category; none if it was published before. */
      digests: z.array(
        z.object({
          digest: z.enum(digests),
          readers: count,
          /** When the last one was due. */
          lastDue: z.nullable(time),
        }),
      ),
      digestTimes: z.object({ weekday: z.enum(weekdays), hour: z.int() }),
      /** Who would get a newsletter about it. */
      subscribers: count,
      /** The contributor gets the mail "Your story is published". */
      isAuthorMailed: z.boolean(),
    }),
  }),
  /** The picture that WhatsApp and others will show beside its link. */
  'GET /admin/drafts/:id/share-picture.jpg': endpoint({ ...oneStory, file: 'image/jpeg' }),
}
