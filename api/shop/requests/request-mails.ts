import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  facts,
  listed,
  type MailContext,
  type MailTexts,
  noteOf,
  quoted,
  titled,
} from '#api/mails/mail-texts.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import { shorten } from '#api/mails/render-mail.ts'
import { reviewDays } from '#contract/form-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'

/** The admin shows the whole texts. */
const excerptLength = 1000

export const requestMails = {
  request: ({ author, title, reference }, context) =>
    inWords('request', context, {
      name: author,
      values: {
        reference,
        title: titled(title, context, 'your book'),
        forTitle: context.isProven ? `for ${quoted(title).inText}` : '',
        businessDays: reviewDays,
      },
    }),

  requestNotice: (request, { publicUrl }, others) => {
    const because = becauseForPublisher
    const link = { label: 'See all requests', url: `${publicUrl}${staffPaths.requests}` }
    if (others.length === 0) {
      return {
        subject: `Publishing request ${request.reference}: ${request.title}`,
        paragraphs: [
          `An author asks to be published and was promised an answer within ${reviewDays} business days.`,
          facts({
            Reference: request.reference,
            Title: request.title,
            Author: request.author,
            Category: request.category,
            'Suggested price': formatNaira(request.price),
            'E-mail': request.authorEmail,
            Phone: request.authorPhone,
          }),
          `Description:\n${shorten(request.description, excerptLength)}`,
          `Reason for publishing:\n${shorten(request.publishingReason, excerptLength)}`,
        ],
        link,
        because,
      }
    }
    const requests = [request, ...others]
    return {
      subject: `${requests.length} publishing requests`,
      paragraphs: [
        `${requests.length} authors ask to be published and were promised an answer within ${reviewDays} business days.`,
        listed(
          requests.map(({ reference, title, author }) => `${reference}: ${title}, by ${author}`),
        ),
      ],
      link,
      because,
    }
  },

  requestAccepted: (answer, context) => answered('requestAccepted', answer, context, 'the book'),
  requestDeclined: (answer, context) => answered('requestDeclined', answer, context, 'your book'),
  requestQuestion: (answer, context) => answered('requestQuestion', answer, context, 'your book'),
} satisfies Partial<MailTexts>

const answered = (
  id: 'requestAccepted' | 'requestDeclined' | 'requestQuestion',
  { author, title, reference, message }: MailData['requestAccepted'],
  context: MailContext,
  /** What the book is called where its title is not told. */
  common: string,
) =>
  inWords(id, context, {
    name: author,
    values: { reference, title: titled(title, context, common), note: noteOf(message) },
  })
