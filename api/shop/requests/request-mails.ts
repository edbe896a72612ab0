import {
  becauseForPublisher,
  facts,
  greeting,
  listed,
  type MailTexts,
  titled,
} from '#api/mails/mail-texts.ts'
import { type Brand, shorten } from '#api/mails/render-mail.ts'
import { reviewDays } from '#contract/form-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'

/** The admin shows the whole texts. */
const excerptLength = 1000

export const requestMails = {
  request: ({ author, title, reference }, context) => ({
    subject: `Your publishing request ${reference}${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(author),
      `Your book publishing request${context.isProven ? ` for ${titled(title, context).or('')}` : ''} has been submitted. Our team will review it and contact you within ${reviewDays} business days.`,
      `Its reference is ${reference}. Please name it when you write to us at ${context.brand.email}.`,
    ],
    because: `${becauseAsked(context.brand)} If that was not you, do nothing.`,
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

  requestAccepted: ({ author, title, reference, message }, context) => ({
    subject: `Accepted: your publishing request ${reference}${titled(title, context).after(', ')}`,
    paragraphs: [
      greeting(author),
      `Good news: we have accepted your publishing request ${reference} and would like to publish ${titled(title, context).or('the book')}.`,
      ...(message ? [`The publisher writes:\n${message}`] : []),
      `We are preparing your book now and will contact you about what comes next. If you have a question, write to us at ${context.brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(context.brand),
  }),

  requestDeclined: ({ author, title, reference, message }, context) => ({
    subject: `About your publishing request ${reference}${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(author),
      `Thank you for offering us ${titled(title, context).or('your book')}. We have looked at your publishing request ${reference}, and we will not publish the book.`,
      ...(message ? [`The publisher writes:\n${message}`] : []),
      `If you have a question, write to us at ${context.brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(context.brand),
  }),

  requestQuestion: ({ author, title, reference, message }, context) => ({
    subject: `A question about your publishing request ${reference}${titled(title, context).after(': ')}`,
    paragraphs: [
      greeting(author),
      `We are looking at your publishing request ${reference}, ${titled(title, context).or('your book')}, and have a question before we can decide.`,
      `The publisher writes:\n${message}`,
      `Please answer to ${context.brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(context.brand),
  }),
} satisfies Partial<MailTexts>

const becauseAsked = (brand: Brand) =>
  `this e-mail address was given in a publishing request to ${brand.name}.`
