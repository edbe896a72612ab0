import * as z from 'zod/mini'
import { between, id, numeric, paging } from '#contract/endpoints/fields.ts'
import { forNewsroom } from '#contract/endpoints/for-staff.ts'
import { seriesLimits } from '#contract/form-limits.ts'

const { titleLength, parts } = seriesLimits
const partMessage = `The part is a whole number from 1 to ${parts}`

/** A story's place in a series, by the title of the series; null takes it out. */
export const seriesPlace = z.nullable(
  z.object({
    title: between(
      1,
      titleLength,
      'Please name the series',
      `The title of a series must be at most ${titleLength} characters`,
    ),
    part: z.pipe(
      numeric(partMessage),
      z.int(partMessage).check(z.minimum(1, partMessage), z.maximum(parts, partMessage)),
    ),
  }),
)

export const series = {
  'GET /admin/series': forNewsroom({
    input: z.object(paging),
    output: z.array(
      z.object({
        id,
        title: z.string(),
        parts: z.array(
          z.object({ storyId: id, title: z.string(), part: z.int(), isPublished: z.boolean() }),
        ),
      }),
    ),
  }),
}
