import type { MailText } from './placeholders.ts'

const becauseAsked = 'this e-mail address was given in a publishing request to {magazine}.'
const becauseOfShare = 'you get a share of what books of yours are sold for at {magazine}.'

/** To authors: their requests, and what their books are sold for. */
export const authorMails = {
  request: {
    label: 'Request received',
    subject: 'Your publishing request {reference}: {title}',
    text: `Your book publishing request {forTitle} has been submitted. Our team will review it and contact you within {businessDays} business days.
Its reference is {reference}. Please name it when you write to us at {email}.`,
    needs: ['reference'],
    because:
      'this e-mail address was given in a publishing request to {magazine}. If that was not you, do nothing.',
  },
  requestAccepted: {
    label: 'Request accepted',
    subject: 'Accepted: your publishing request {reference}, {title}',
    text: `Good news: we have accepted your publishing request {reference} and would like to publish {title}.
{note}
We are preparing your book now and will contact you about what comes next. If you have a question, write to us at {email} and name {reference}.`,
    needs: ['reference', 'email'],
    because: becauseAsked,
  },
  requestDeclined: {
    label: 'Request declined',
    subject: 'About your publishing request {reference}: {title}',
    text: `Thank you for offering us {title}. We have looked at your publishing request {reference}, and we will not publish the book.
{note}
If you have a question, write to us at {email} and name {reference}.`,
    needs: ['reference'],
    because: becauseAsked,
  },
  requestQuestion: {
    label: 'Question about a request',
    subject: 'A question about your publishing request {reference}: {title}',
    text: `We are looking at your publishing request {reference}, {title}, and have a question before we can decide.
{note}
Please answer to {email} and name {reference}.`,
    needs: ['reference', 'email'],
    because: becauseAsked,
  },
  bookLive: {
    label: 'Book on sale',
    subject: 'Your book can be bought: {book}',
    text: `{book} is on sale at {magazine} now. Of what each copy is sold for you get {percent}, after discounts and VAT. We write to you at its first sale, after each month and at each payout.
Tell your readers: the link below leads to its page.
{link}`,
    button: 'See your book',
    needs: ['percent'],
    because: becauseOfShare,
  },
  firstSale: {
    label: 'First sale',
    subject: 'The first sale of your book: {book}',
    text: `Congratulations: somebody has bought {book}, for the first time. Your statements have each sale, with your share of it.
{link}`,
    button: 'See your statements',
    because: becauseOfShare,
  },
  payout: {
    label: 'Payout',
    subject: 'We have paid out {amount} to you',
    text: `This is your share of what your books were sold for at {magazine}:
{facts}
Until your bank shows it, a day or two may pass. If it does not come, write to us at {email}.
{link}`,
    button: 'See your statements',
    because: becauseOfShare,
  },
  statement: {
    label: 'Statement of a month',
    subject: 'Your statement for {month}',
    text: `This is what your books came to at {magazine} in {month}:
{facts}
The link below shows each sale, and lets you download the statement. Keep it to yourself: whoever has it sees your statements.
{link}`,
    button: 'See your statement',
    needs: ['month'],
    because: becauseOfShare,
  },
  statementLink: {
    label: 'Link to statements',
    subject: 'Your statements',
    text: `This link opens your statements at {magazine}: what your books were sold for, your share of it, and what was paid out to you, month by month. A link that you had before does not work any more.
Keep this mail, and give the link to nobody: whoever has it sees your statements.
{link}`,
    button: 'See your statements',
    because: becauseOfShare,
  },
} as const satisfies Record<string, MailText>
