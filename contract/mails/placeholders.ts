interface Placeholder {
  /** What its chip says. */
  label: string
  /** What a preview shows where nothing real is at hand. */
  example: string
  /** It makes paragraphs of its own, and stands once, in the text alone. */
  isBlock?: true
}

/** What stands in a mail's text for that which differs from mail to mail. A name in the text is `{book}`. */
export const placeholders = {
  magazine: { label: 'magazine', example: '' },
  publisher: { label: 'publisher', example: '' },
  email: { label: 'your e-mail', example: '' },
  link: { label: 'button', example: '', isBlock: true },
  from: { label: 'address before', example: 'simi@readers.example' },
  to: { label: 'new address', example: 'simi@example.com' },
  stories: { label: 'stories a day', example: '3' },
  minutes: { label: 'minutes', example: '30' },
  hours: { label: 'hours', example: '24' },
  days: { label: 'days', example: '7' },
  times: { label: 'times', example: '10' },
  title: { label: 'title', example: 'The borehole' },
  forTitle: { label: 'for “title”', example: 'for “The Quiet Ledger”' },
  decision: { label: 'what you decided', example: 'We have corrected it.' },
  note: { label: 'your note', example: 'The publisher writes:\nWho paid for it?', isBlock: true },
  reference: { label: 'reference', example: 'PR-0C2C4A3E' },
  businessDays: { label: 'business days', example: '3-5' },
  book: { label: 'book', example: 'The Quiet Ledger' },
  number: { label: 'number', example: '7K3M-2Q' },
  find: { label: 'Find my order', example: '' },
  giver: { label: 'who gives it', example: 'Bisi Ade-Cole' },
  code: { label: 'code', example: 'KWA7-93HD-QM2X', isBlock: true },
  codes: { label: 'further codes', example: '', isBlock: true },
  wayBack: { label: 'way back', example: 'its links are your way back to the book.' },
  facts: { label: 'what and how much', example: '', isBlock: true },
  delivery: { label: 'download or present', example: '', isBlock: true },
  orders: { label: 'which orders', example: 'Your order: The Quiet Ledger' },
  sought: { label: 'an order, or all', example: 'the orders' },
  reason: { label: 'your reason', example: 'It was read to its end.', isBlock: true },
  amount: { label: 'amount', example: '₦105,000' },
  paid: { label: 'paid', example: '₦100,000' },
  missing: { label: 'missing', example: '₦5,000' },
  waiting: { label: 'what is missing', example: 'we have not seen its transfer yet' },
  copies: { label: 'copies', example: '30' },
  due: { label: 'due on', example: 'December 11, 2026' },
  toPay: { label: 'how to pay', example: '', isBlock: true },
  percent: { label: 'share', example: '40%' },
  month: { label: 'month', example: 'October 2026' },
} satisfies Record<string, Placeholder>

export type PlaceholderName = keyof typeof placeholders

/** Any mail may say them. */
export const commonPlaceholders = ['magazine', 'publisher', 'email'] as const

export const isPlaceholder = (name: string): name is PlaceholderName =>
  Object.hasOwn(placeholders, name)

export const isBlock = (name: PlaceholderName): boolean => 'isBlock' in placeholders[name]

/** Words and placeholders of a text in their order. */
export function partsOf(text: string): (string | { name: string })[] {
  return text
    .split(/(\{\w*\})/)
    .filter(Boolean)
    .map((part) => (/^\{\w*\}$/.test(part) ? { name: part.slice(1, -1) } : part))
}

export const namesIn = (text: string): string[] =>
  partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name]))

/** A mail in its original words. */
export interface MailText {
  /** What the staff call it. */
  label: string
  subject: string
  /** Each line is a paragraph, below the greeting. `{link}` is its button, with what other links there are. */
  text: string
  button?: string
  /** Placeholders that the text must keep, beside those that make paragraphs. */
  needs?: readonly PlaceholderName[]
  /** It is about data of the recipient: its `{email}` is that of whoever answers for data. */
  isAboutData?: true
  /** The end of "You get this mail because". Nobody can change it. */
  because: string
}
