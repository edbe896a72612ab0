import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { Mail } from '#api/integrations/integrations.ts'
import { takeReset } from '#api/readers/accounts/accounts.queries.ts'
import {
  bookLengths,
  emailLength,
  noteLength,
  requestLengths,
  storyLengths,
} from '#contract/form-limits.ts'
import { publishCategories, storyCategories } from '#contract/magazine/categories.ts'
import { reviewLengths } from '#contract/shop/reviews.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import {
  aKnownAddress,
  anAnswer,
  aReceipt,
  compose,
  composed,
  kinds,
  linkOf,
  storyId,
  written,
} from '#tests/magazine/composed-mails.ts'
import {
  type MailData,
  type MailKind,
  markSent,
  queueMail,
  takeMail,
  toPublisher,
} from './mails.queries.ts'
import { composeMail } from './send-mails.ts'

beforeEach(() => sql`delete from mails`)

describe('every mail', () => {
  test.each(kinds)('of kind %s names its sender and its reason, and is small', async (kind) => {
    const { text, html, subject, id } = await composed(kind)
    for (const part of [text, html]) {
      expect(part).toContain('You get this mail because')
      for (const line of ['Ascend Publishing', '12 Placeholder Road', 'Ibadan, Oyo State']) {
        expect(part).toContain(line)
      }
      expect(Buffer.byteLength(part)).toBeLessThan(4_000)
    }
    expect(subject).toMatch(/^\S.{10,}/)
    expect(html).not.toMatch(/<img|<script|<link|url\(|undefined|null/)
    expect(text).not.toMatch(/undefined|null|&\w+;/)
    expect(id).toMatch(new RegExp(`^\\d{4}(-\\d\\d){5}-${kind}-[0-9a-f-]{36}$`))
  })

  // Of all characters these two become the longest: one in HTML, one in bytes.
  test.each(['"', '😀'])('is under 20 KB a part, even of the longest texts in %s', async (one) => {
    const { name, title } = storyLengths
    const longestStory = { firstName: one.repeat(name), title: one.repeat(title) }
    const longest: { [K in MailKind]: MailData[K] } = {
      ...written,
      welcome: { firstName: one.repeat(name) },
      submission: { firstName: one.repeat(name), title: one.repeat(title) },
      submissionNotice: {
        ...written.submissionNotice,
        title: one.repeat(title),
        authorName: one.repeat(name),
        category: longestOf(storyCategories),
      },
      storyPublished: { ...written.storyPublished, ...longestStory },
      storyReturned: { ...written.storyReturned, ...longestStory, note: one.repeat(noteLength) },
      storyDeclined: { ...longestStory, note: one.repeat(noteLength) },
      request: {
        ...written.request,
        author: one.repeat(requestLengths.name),
        title: one.repeat(requestLengths.title),
      },
      requestNotice: {
        ...written.requestNotice,
        author: one.repeat(requestLengths.name),
        title: one.repeat(requestLengths.title),
        category: longestOf(publishCategories),
        authorEmail: one.repeat(emailLength),
        authorPhone: one.repeat(requestLengths.phone),
        description: one.repeat(requestLengths.text),
        publishingReason: one.repeat(requestLengths.text),
      },
      reviewNotice: {
        bookTitle: one.repeat(bookLengths.title),
        name: one.repeat(reviewLengths.name),
        rating: 5,
      },
    }
    const order = { bookTitle: one.repeat(200), buyerName: one.repeat(100) }
    for (const kind of ['receipt', 'freeReceipt'] as const)
      longest[kind] = { ...aReceipt, ...order }
    longest.orderReview = { ...written.orderReview, ...order }
    longest.giftEnded = { ...written.giftEnded, ...order }
    longest.refunded = { ...written.refunded, ...order }
    longest.orderReviewNotice = { ...written.orderReviewNotice, ...order }
    longest.orderConcern = { ...written.orderConcern, ...order }
    for (const kind of ['requestAccepted', 'requestDeclined', 'requestQuestion'] as const) {
      longest[kind] = {
        ...anAnswer,
        author: one.repeat(requestLengths.name),
        title: one.repeat(requestLengths.title),
        message: one.repeat(noteLength),
      }
    }
    for (const kind of kinds) {
      const { text, html, subject } = await composed(kind, longest[kind])
      expect(Buffer.byteLength(text), kind).toBeLessThan(20 * 1024)
      expect(Buffer.byteLength(html), kind).toBeLessThan(20 * 1024)
      expect([...subject].length, kind).toBeLessThanOrEqual(120)
      expect(html.isWellFormed?.() ?? true, kind).toBe(true)
    }
  })

  test('shows what people typed as text, never as HTML', async () => {
    const attack = `<script>alert("1")</script><img src=x onerror='alert(2)'>&`
    const all: { [K in MailKind]: MailData[K] } = {
      ...written,
      welcome: { firstName: attack },
      submission: { firstName: attack, title: attack },
      submissionNotice: { title: attack, authorName: attack, category: attack, storyId: attack },
      storyPublished: { firstName: attack, title: attack, storyId },
      storyReturned: { firstName: attack, title: attack, storyId, note: attack },
      storyDeclined: { firstName: attack, title: attack, note: attack },
      request: { author: attack, title: attack, reference: attack },
      requestNotice: {
        ...written.requestNotice,
        author: attack,
        title: attack,
        category: attack,
        authorEmail: attack,
        authorPhone: attack,
        description: attack,
        publishingReason: attack,
      },
      reviewNotice: { bookTitle: attack, name: attack, rating: 5 },
    }
    const order = { reference: attack, bookTitle: attack, buyerName: attack }
    for (const kind of ['receipt', 'freeReceipt'] as const) all[kind] = { ...aReceipt, ...order }
    all.orderReview = { ...written.orderReview, ...order }
    all.giftEnded = { ...written.giftEnded, ...order }
    all.refunded = { ...written.refunded, ...order }
    all.orderReviewNotice = { ...order, buyerEmail: attack, problem: attack }
    all.orderConcern = { ...order, buyerEmail: attack, concern: 'disputed' }
    for (const kind of ['requestAccepted', 'requestDeclined', 'requestQuestion'] as const) {
      all[kind] = { author: attack, title: attack, reference: attack, message: attack }
    }
    for (const kind of kinds) {
      const { html } = await composed(kind, all[kind])
      expect(html, kind).not.toMatch(/<script|<img|alert\("/)
    }
    const { html, text } = await composed('submission', all.submission)
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x')
    expect(text).toContain(attack)
  })

  test('does not let typed text start a new line or paragraph', async () => {
    const { text, subject } = await composed('submissionNotice', {
      ...written.submissionNotice,
      title: 'The borehole\r\nAuthor: The Publisher',
    })
    expect(subject).toBe('A story to review: The borehole Author: The Publisher')
    expect(text.match(/^Author: .*$/gm)).toEqual(['Author: Simi Odu-Bello'])
  })

  test('greets people by name, unless the name is an advertisement', async () => {
    const greets = async (firstName: string | null) =>
      (await composed('welcome', { firstName })).text.split('\n')[0]
    expect(await greets('Ọlá')).toBe('Hello Ọlá,')
    expect(await greets('Mary Jane O.')).toBe('Hello Mary Jane O,')
    expect(await greets("Ngozi O'Neil-Ade")).toBe('Hello Ngozi ONeil-Ade,')
    expect(await greets('Mrs. Bello (Bursar)')).toBe('Hello Mrs Bello,')
    expect(await greets('Win 1000 naira')).toBe('Hello,')
    expect(await greets('call this number now and win a new telephone today')).toBe('Hello,')
    expect(await greets(null)).toBe('Hello,')
    expect(await greets('win.example')).toBe('Hello,')
    expect(await greets('https://win')).toBe('Hello,')
  })
})

describe('a welcome', () => {
  test('leads to the magazine', async () => {
    const mail = await composed('welcome')
    expect(mail.subject).toBe('Welcome to Ascend')
    expect(linkOf(mail).href).toBe('https://ascend.example/')
  })
})

describe('the mail for a new password', () => {
  test('contains a link that works once, for 30 minutes, and is not stored', async () => {
    const email = await aKnownAddress()
    const mail = await compose('reset', email, {})
    expect(mail?.text).toContain('within 30 minutes')
    const link = linkOf(mail as Mail)
    expect(link.href).toMatch(/^https:\/\/ascend\.example\/sign-in\?mode=reset&token=[\w-]{43}$/)
    const token = link.searchParams.get('token') ?? ''

    const [stored] = await sql<{ seconds: number; all: string }[]>`
      select extract(epoch from expires_at - now())::integer as seconds,
        (select json_agg(m)::text from mails m) || (select json_agg(p)::text from password_resets p) as all
      from password_resets where token_hash = ${hashToken(token)}`
    expect(stored?.['seconds']).toBeGreaterThan(29 * 60)
    expect(stored?.['seconds']).toBeLessThanOrEqual(30 * 60)
    expect(stored?.all).not.toContain(token)

    expect(await takeReset(token)).toMatchObject({ email })
    expect(await takeReset(token)).toBeUndefined()
  })

  test('is not sent to an address without an account', async () => {
    expect(await compose('reset', 'nobody@readers.example', {})).toBeUndefined()
  })

  test('contains a link that works even if the process dies before it marks the mail as sent', async () => {
    const email = await aKnownAddress()
    await queueMail('reset', email, {})
    let link: URL | undefined
    await transaction(async () => {
      const queued = await takeMail()
      if (queued) link = linkOf((await composeMail(queued, composeWith)) as Mail)
      throw new Error('The connection is gone')
    }).catch(() => {})
    expect(await takeReset(link?.searchParams.get('token') ?? '')).toMatchObject({ email })
  })
})

describe('a contributor', () => {
  test('is told that the story has arrived and that a mail follows its publication', async () => {
    const mail = await composed('submission')
    expect(mail.text).toContain(
      "“The borehole”. It has been submitted for review. We'll notify you once",
    )
    expect(linkOf(mail).href).toBe('https://ascend.example/account')
  })

  test('is told that the story is published, and where', async () => {
    const mail = await composed('storyPublished')
    expect(mail.subject).toBe('Your story is published: The borehole')
    expect(linkOf(mail).href).toBe(`https://ascend.example/story/${storyId}`)
  })

  test('is told what to change in a returned story, and where', async () => {
    const note = 'Who paid for the poles?\nAnd who climbed them?'
    const mail = await composed('storyReturned', { ...written.storyReturned, note })
    expect(mail.text).toContain(`The publisher writes:\n${note}\n`)
    expect(linkOf(mail).href).toBe(`https://ascend.example/submit?story=${storyId}`)
  })

  test('is told that a story was declined, with the publisher’s note if there is one', async () => {
    const mail = await composed('storyDeclined')
    expect(mail.text).toContain('The publisher writes:\nWe had three of these.')
    expect(linkOf(mail).href).toBe('https://ascend.example/account')
    const { text } = await composed('storyDeclined', { ...written.storyDeclined, note: null })
    expect(text).not.toContain('The publisher writes')
  })
})

describe('an author', () => {
  test('is promised an answer within 3-5 business days, under a reference', async () => {
    const { subject, text } = await composed('request')
    expect(subject).toBe('Your publishing request PR-0C2C4A3E: The Quiet Ledger')
    expect(text).toContain('contact you within 3-5 business days')
    expect(text).toContain('Its reference is PR-0C2C4A3E')
  })

  test.each([
    [
      'requestAccepted',
      'Accepted: your publishing request PR-0C2C4A3E, The Quiet Ledger',
      'The publisher writes:\nWe love the third chapter.',
    ],
    [
      'requestQuestion',
      'A question about your publishing request PR-0C2C4A3E: The Quiet Ledger',
      'The publisher writes:\nIs it finished?\nHow many pages has it?',
    ],
    [
      'requestDeclined',
      'About your publishing request PR-0C2C4A3E: The Quiet Ledger',
      'we will not publish the book',
    ],
  ] as const)('gets the %s with the publisher’s note', async (kind, subject, words) => {
    const mail = await composed(kind)
    expect(mail.subject).toBe(subject)
    for (const part of ['Hello Kele Umez-Ray,', 'PR-0C2C4A3E', '“The Quiet Ledger”', words]) {
      expect(mail.text).toContain(part)
    }
    expect(mail.html).not.toContain('<a ')
  })

  test('is not shown an empty note', async () => {
    for (const kind of ['requestAccepted', 'requestDeclined'] as const) {
      const { text } = await composed(kind, { ...anAnswer, message: null })
      expect(text).not.toContain('The publisher writes')
    }
  })
})

describe('somebody who got a book', () => {
  test('reads nothing about a payment where nothing was paid', async () => {
    const { subject, text } = await composed('freeReceipt')
    expect(subject).toBe('Your book: The Quiet Ledger')
    expect(text).toContain('The book is yours.')
    expect(`${subject}${text}`).not.toMatch(/receipt|paid|payment|₦/i)
    expect((await composed('receipt')).subject).toBe('Your receipt: The Quiet Ledger')
  })

  test.each(['receipt', 'freeReceipt', 'gift'] as const)(
    'finds in the %s the address that renews a download',
    async (kind) => {
      expect((await composed(kind)).text).toContain(' at https://ascend.example/orders/find.')
    },
  )

  test('sees in the list of their orders that a gift is ready, not that they paid', async () => {
    const email = await aKnownAddress()
    await sql`
      update orders set state = 'paid', paid_at = now(), provider = 'gift', unit_kobo = 0, amount_kobo = 0
      where buyer_email = ${email}`
    const mail = await compose('orderLinks', email, { orderId: null })
    expect(mail?.text).toContain(', ready to download:')
    expect(mail?.text).not.toContain(', paid')
  })

  test('is not asked to pay again while a payment is reviewed, and reads what happens next', async () => {
    const { text } = await composed('orderReview')
    expect(text).toContain('please do not pay again')
    expect(text).toContain('give your money back')
  })
})

describe('the publisher', () => {
  test.each([
    'submissionNotice',
    'requestNotice',
    'reviewNotice',
    'reportNotice',
    'reportUrgent',
  ] as const)('gets the %s', async (kind) => {
    const mail = await compose(kind, toPublisher, written[kind])
    expect(mail?.to).toBe('publisher@ascend.example')
  })

  test('gets a link to the subject of the mail', async () => {
    expect(linkOf(await composed('submissionNotice')).href).toBe(
      `https://ascend.example/admin/stories?story=${storyId}`,
    )
    expect(linkOf(await composed('requestNotice')).href).toBe(
      'https://ascend.example/admin/requests',
    )
    expect(linkOf(await composed('reviewNotice')).href).toBe('https://ascend.example/admin/reviews')
  })

  test('reads in the mail who requests what', async () => {
    const { text } = await composed('requestNotice')
    for (const part of [
      'Title: The Quiet Ledger',
      'Author: Kele Umez-Ray',
      'Suggested price: ₦3,500',
      'E-mail: kele@authors.example',
      'Phone: +234 000 111 2222',
      'Who keeps the accounts of a village.\nAnd who reads them.',
      'It belongs in schools.',
    ]) {
      expect(text).toContain(part)
    }
  })
})

describe('the mail that confirms a subscription', () => {
  const state = async (email: string) =>
    (
      await sql`
      select confirm_hash, unsubscribe_token,
        extract(epoch from confirm_until - now())::integer as seconds
      from subscribers where email = ${email}`
    )[0]

  test('contains a link that is valid for a week and stored as a hash, and one to unsubscribe', async () => {
    const email = await aKnownAddress()
    const mail = await compose('newsletter', email, {})
    const link = linkOf(mail as Mail)
    expect(link.href).toMatch(
      /^https:\/\/ascend\.example\/api\/newsletter\/confirm\?token=[\w-]{43}$/,
    )
    const stored = await state(email)
    expect(stored?.['confirmHash']).toBe(hashToken(link.searchParams.get('token') ?? ''))
    expect(stored?.['seconds']).toBeGreaterThan(7 * 24 * 3600 - 60)
    expect(mail?.unsubscribeUrl).toBe(
      `https://ascend.example/api/newsletter/unsubscribe?token=${stored?.['unsubscribeToken']}`,
    )
  })

  test('is not sent to a confirmed subscriber, nor to one who has unsubscribed', async () => {
    const email = await aKnownAddress()
    await sql`update subscribers set confirmed_at = now() where email = ${email}`
    expect(await compose('newsletter', email, {})).toBeUndefined()
    await sql`delete from subscribers where email = ${email}`
    expect(await compose('newsletter', email, {})).toBeUndefined()
  })
})

describe('an unconfirmed address', () => {
  const typed = 'Cheap pills at evil'
  const kindsWithTitle = [
    'submission',
    'storyPublished',
    'storyReturned',
    'storyDeclined',
    'request',
    'requestAccepted',
    'requestDeclined',
    'requestQuestion',
  ] as const

  test.each(kindsWithTitle)('gets no typed text in the %s', async (kind) => {
    const data = { ...written[kind], title: typed, firstName: '9 pills', author: '9 pills' }
    const mail = await compose(kind, `${crypto.randomUUID()}@strangers.example`, data as never)
    expect(mail?.subject).not.toMatch(/pills|: $/)
    expect(mail?.subject.length).toBeGreaterThan(15)
    for (const part of [mail?.text, mail?.html]) expect(part).not.toContain('pills')
  })

  test.each(kindsWithTitle)('reads the title in the %s once it is proven', async (kind) => {
    const { text, subject } = await composed(kind, { ...written[kind], title: typed } as never)
    expect(subject).toContain(typed)
    expect(text).toContain(`“${typed}”`)
  })
})

describe('somebody whose address is entered again and again', () => {
  const often = async (kind: MailKind, times: number) => {
    const email = await aKnownAddress()
    const mails = []
    for (let time = 0; time < times; time++) mails.push(await compose(kind, email, written[kind]))
    return { email, count: mails.filter(Boolean).length }
  }

  test.each([
    ['reset', 3],
    ['newsletter', 3],
    ['orderLinks', 3],
    ['welcome', 3],
    ['submission', 10],
    ['gift', 10],
    ['request', 10],
  ] as const)('gets the %s at most %i times an hour', async (kind, most) => {
    expect((await often(kind, most + 2)).count).toBe(most)
  })

  test('is one recipient, whatever the part behind a plus sign and the case', async () => {
    const name = `simi-${crypto.randomUUID()}`
    const mails = []
    for (const as of ['', '+a', '+b', '+a+c', '+d']) {
      mails.push(await compose('welcome', `${name}${as}@readers.example`, written.welcome))
    }
    expect(mails.filter(Boolean)).toHaveLength(3)
    const other = `${name}@authors.example`
    expect(await compose('welcome', other, written.welcome)).toBeDefined()
  })

  test('gets receipts and new passwords before all other mails', async () => {
    for (const kind of ['welcome', 'submission', 'freeReceipt', 'receipt', 'reset'] as const) {
      await queueMail(kind, await aKnownAddress(kind), written[kind])
    }
    const order: string[] = []
    for (let mail = await takeMail(); mail; mail = await takeMail()) {
      order.push(mail.kind)
      await markSent(mail.id)
    }
    expect(order).toEqual(['receipt', 'reset', 'welcome', 'submission', 'freeReceipt'])
  })

  test('gets the next mail an hour later', async () => {
    const { email } = await often('reset', 3)
    expect(await compose('reset', email, {})).toBeUndefined()
    await sql`update mails set sent_at = sent_at - interval '1 hour'`
    expect(await compose('reset', email, {})).toBeDefined()
  })

  test('does not use up the limit of others or of other kinds of mail', async () => {
    const { email } = await often('reset', 3)
    expect(await compose('newsletter', email, {})).toBeDefined()
    expect(await compose('reset', await aKnownAddress(), {})).toBeDefined()
  })

  test('still gets a new link while older mails are retried', async () => {
    const email = await aKnownAddress()
    for (let time = 0; time < 4; time++) await queueMail('reset', email, {})
    await sql`update mails set attempts = 1, next_try_at = now() + interval '1 hour'`
    expect(await compose('reset', email, {})).toBeDefined()
  })
})

function longestOf(names: readonly string[]): string {
  return [...names].sort((a, b) => b.length - a.length)[0] ?? ''
}
