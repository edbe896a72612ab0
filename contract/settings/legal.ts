import * as z from 'zod/mini'

const lengths = { heading: 80, text: 8_000, sections: 40 } as const

const headingMessage = `A heading must be one line of at most ${lengths.heading} characters`
const textMessage = `A section must have a text of at most ${lengths.text.toLocaleString('en')} characters`

/** Its days are set when it is published. */
export const legalSchema = z.object({
  sections: z
    .array(
      z.object({
        heading: z
          .string()
          .check(
            z.trim(),
            z.maxLength(lengths.heading, headingMessage),
            z.regex(/^[^\p{Cc}\u2028\u2029#][^\p{Cc}\u2028\u2029]*$|^$/u, headingMessage),
          ),
        text: z
          .string()
          .check(z.trim(), z.minLength(1, textMessage), z.maxLength(lengths.text, textMessage)),
        isLocked: z.optional(z.literal(true)),
      }),
    )
    .check(
      z.minLength(1, 'Leave at least one section'),
      z.maxLength(lengths.sections, `At most ${lengths.sections} sections`),
      z.refine(
        (sections) => sections.every(({ heading, isLocked }) => heading || isLocked),
        'Give each section a heading',
      ),
      z.refine(
        (sections) => new Set(sections.map(({ heading }) => heading)).size === sections.length,
        'Two sections have the same heading',
      ),
    ),
  updated: z.iso.date(),
  applies: z.iso.date(),
  earlier: z.array(z.iso.date()),
})
