import * as z from 'zod/mini'
import {
  faultOf,
  isHostile,
  type MailField,
  type MailWords,
  mailFields,
  mailLengths,
} from '../mails/mail-texts.ts'

const greetingMessage = `The greeting is one or more words without punctuation, at most ${mailLengths.greeting} characters: the name and a comma follow`
const signOffMessage = `The sign-off must be at most ${mailLengths.signOff} characters`

/** Without the line ends of other systems, and none at the edges. */
const tidied = z.string().check(z.overwrite((text: string) => text.replace(/\r\n?/g, '\n').trim()))

const fields = Object.fromEntries(
  mailFields.map(({ id, part, field }) => [
    field,
    z.optional(
      tidied.check(({ value, issues }) => {
        const message = faultOf(value, id, part)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
  ]),
) as unknown as Record<MailField, z.ZodMiniOptional<z.ZodMiniString>>

/** The frame of all mails, and the words of those that say something else than the original. */
export const mails = z
  .object({
    greeting: tidied.check(
      z.maxLength(mailLengths.greeting, greetingMessage),
      z.regex(/^[\p{L}\p{M}]+([ '’-][\p{L}\p{M}]+)*$/u, greetingMessage),
    ),
    signOff: tidied.check(
      z.maxLength(mailLengths.signOff, signOffMessage),
      z.refine(
        (text) => !isHostile(text.replaceAll('\n', ' ')),
        'The sign-off holds a sign that cannot be seen. Type it anew.',
      ),
    ),
    ...fields,
  })
  .check(z.overwrite(withoutOriginals))

/** What says the same as the original follows it, if a later release has better words. */
function withoutOriginals<Words extends object>(words: Words): Words {
  const same = mailFields.filter(
    ({ field, original }) => (words as Partial<MailWords>)[field] === original,
  )
  const kept = { ...words }
  for (const { field } of same) delete (kept as Partial<MailWords>)[field]
  return kept
}
