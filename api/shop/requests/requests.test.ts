import { beforeEach, describe, expect, test } from 'vitest'
import type { QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { jsonBodyBytes } from '#contract/limits.ts'
import { bookCategories, publishCategories } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aPublishingRequest, aReader, aVisitor, startApp } from '#tests/people.ts'

// Each test begins an hour after the last: requests are limited by network address.
beforeEach(() => sql`delete from rate_limits`)

async function rowOf(title: string) {
  const rows = await sql`select * from publishing_requests where title = ${title}`
  expect(rows.length).toBeLessThan(2)
  return rows[0]
}

const mailsOf = (title: string) => sql<QueuedMail[]>`
  select id, kind, recipient, data, created_at, attempts from mails
  where data->>'title' = ${title} order by kind`

const countStored = async () => [
  ...(await sql`
    select (select count(*) from publishing_requests) as requests, (select count(*) from mails) as mails`),
]

describe('an author who asks to be published', () => {
  test('gets a 201 with the state received and a reference', async () => {
    const { send } = await aVisitor()
    const response = await send('/api/books/publish', asJson(aPublishingRequest()))
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const answer = await response.json()
    expect(answer).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
      status: 'received',
      reference: `PR-${answer.id.slice(0, 8).toUpperCase()}`,
    })
  })

  test('has all fields stored, and needs no account', async () => {
    const { call } = await aVisitor()
    const sent = { ...aPublishingRequest(), coverImageUrl: 'https://pictures.example/cover.jpg' }
    const { id } = await call('POST /books/publish', sent)
    expect(await rowOf(sent.title)).toEqual({
      ...sent,
      id,
      status: 'received',
      note: null,
      message: null,
      messageAt: null,
      bookId: null,
      mergedFrom: null,
      revision: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await sql`select 1 from readers where email = ${sent.authorEmail}`).toHaveLength(0)
    // It is a wish, not a book.
    const books = await (await aVisitor()).call('GET /books', { search: sent.title })
    expect(books).toEqual([])
  })

  test('gets a mail with the reference, and the publisher one with all fields', async () => {
    const { call } = await aVisitor()
    const sent = aPublishingRequest()
    const { reference } = await call('POST /books/publish', {
      ...sent,
      coverImageUrl: 'https://pictures.example/cover.jpg',
    })
    const mails = await mailsOf(sent.title)
    expect(mails.map(({ kind, recipient, data }) => ({ kind, recipient, data }))).toEqual([
      {
        kind: 'request',
        recipient: sent.authorEmail,
        data: { author: sent.author, title: sent.title, reference },
      },
      { kind: 'requestNotice', recipient: 'publisher', data: { ...sent, reference } },
    ])
  })

  test('may have an account, which changes nothing', async () => {
    const { call } = await aReader()
    expect(await call('POST /books/publish', aPublishingRequest())).toMatchObject({
      status: 'received',
    })
  })

  test('cannot set the state of the request by an extra field', async () => {
    const { call } = await aVisitor()
    const nowhere = '00000000-0000-4000-8000-000000000000'
    const sent = aPublishingRequest()
    const { id } = await call('POST /books/publish', {
      ...sent,
      id: nowhere,
      status: 'accepted',
      note: 'Print a million',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
      isPublished: true,
      rating: 5,
      authorId: nowhere,
      author_email: 'else@authors.example',
    } as never)
    expect(id).not.toBe(nowhere)
    const row = await rowOf(sent.title)
    expect(row).toMatchObject({ ...sent, id, status: 'received', note: null })
    expect(Date.now() - Date.parse(row?.['createdAt'])).toBeLessThan(60_000)
  })

  test.each(publishCategories)('may choose %s', async (category) => {
    const { call } = await aVisitor()
    const sent = { ...aPublishingRequest(), category }
    await call('POST /books/publish', sent)
    expect(await rowOf(sent.title)).toMatchObject({ category })
  })

  test.each([
    [0, 0],
    ['0', 0],
    [1500.5, 1500.5],
    ['1500.50', 1500.5],
    [' 1500 ', 1500],
    [0.01, 0.01],
    [-0, 0],
    [99_999_999.99, 99_999_999.99],
  ])('may suggest %j naira, which are %j', async (price, stored) => {
    const { call } = await aVisitor()
    const sent = { ...aPublishingRequest(), price }
    await call('POST /books/publish', sent)
    expect(await rowOf(sent.title)).toMatchObject({ price: stored })
  })

  test('has the e-mail address stored in lower case', async () => {
    const { call } = await aVisitor()
    const sent = aPublishingRequest()
    await call('POST /books/publish', {
      ...sent,
      authorEmail: `  ${sent.authorEmail.toUpperCase()} `,
    })
    expect(await rowOf(sent.title)).toMatchObject({ authorEmail: sent.authorEmail })
    expect((await mailsOf(sent.title))[0]?.recipient).toBe(sent.authorEmail)
  })
})

describe('a publishing request with errors is rejected', () => {
  const long = (length: number) => 'x'.repeat(length)
  const price = 'Price must be a positive number'
  const email = 'Please enter a valid email address'
  const phone = 'Please enter a valid phone number'
  const reason = 'Please explain your publishing reason in at least 20 characters'

  test.each([
    ['title', long(2), 'Title must be at least 3 characters'],
    ['title', `  ${long(2)} `, 'Title must be at least 3 characters'],
    ['title', undefined, 'Title must be at least 3 characters'],
    ['title', long(201), 'Title must be at most 200 characters'],
    ['author', 'K', 'Author name must be at least 2 characters'],
    ['author', null, 'Author name must be at least 2 characters'],
    ['author', long(101), 'Author name must be at most 100 characters'],
    ['description', long(49), 'Description must be at least 50 characters'],
    ['description', ' '.repeat(60), 'Description must be at least 50 characters'],
    ['description', long(5_001), 'Description must be at most 5000 characters'],
    ['category', undefined, 'Please select a category'],
    ['category', '', 'Please select a category'],
    ['category', 'Gossip', 'Please select a category'],
    // What the publisher's form has and this one has not.
    ['category', 'Magazine Issue', 'Please select a category'],
    ['category', 'Article Collection', 'Please select a category'],
    ['price', undefined, price],
    ['price', '', price],
    ['price', ' ', price],
    ['price', null, price],
    ['price', -0.01, price],
    ['price', '-5', price],
    ['price', 'free', price],
    ['price', '3,500', price],
    ['price', '₦3500', price],
    ['price', '1e3', price],
    ['price', 'NaN', price],
    ['price', 'Infinity', price],
    ['price', '0x10', price],
    ['price', true, price],
    ['price', [3500], price],
    ['price', { amount: 3500 }, price],
    ['price', 1e12, 'Please suggest a lower price'],
    ['price', '9'.repeat(400), price],
    ['authorEmail', undefined, email],
    ['authorEmail', '', email],
    ['authorEmail', 'kele', email],
    ['authorEmail', 'kele@', email],
    ['authorEmail', '@authors.example', email],
    ['authorEmail', 'kele@authors', email],
    ['authorEmail', 'kele@@authors.example', email],
    ['authorEmail', 'kele umez@authors.example', email],
    ['authorEmail', 'Kele <kele@authors.example>', email],
    ['authorEmail', 'a@authors.example,b@authors.example', email],
    ['authorEmail', 'a@authors.example;b@authors.example', email],
    ['authorEmail', 'kele@authors.example\r\nBcc: everybody@authors.example', email],
    ['authorEmail', 'kele@authors.example\nBcc: everybody@authors.example', email],
    ['authorEmail', '"kele\r\nBcc: x"@authors.example', email],
    ['authorEmail', 'kele@authors.example?bcc=x@authors.example', email],
    ['authorEmail', `${long(250)}@authors.example`, email],
    ['authorEmail', ['kele@authors.example'], email],
    ['authorEmail', { address: 'kele@authors.example' }, email],
    ['authorPhone', '080123456', phone],
    ['authorPhone', '          ', phone],
    ['authorPhone', undefined, phone],
    ['authorPhone', 8012345678, phone],
    ['authorPhone', long(31), phone],
    ['publishingReason', long(19), reason],
    ['publishingReason', undefined, reason],
    ['publishingReason', long(5_001), 'Please keep your reason below 5000 characters'],
    [
      'coverImageUrl',
      'cover.jpg',
      'Please enter a web address that begins with http:// or https://',
    ],
    [
      'coverImageUrl',
      'javascript:alert(1)',
      'Please enter a web address that begins with http:// or https://',
    ],
    [
      'coverImageUrl',
      'data:image/png;base64,AA==',
      'Please enter a web address that begins with http:// or https://',
    ],
  ])('with the %s %j', async (field, value, message) => {
    const { call } = await aVisitor()
    const before = await countStored()
    const sent = { ...aPublishingRequest(), [field]: value }
    await expect(call('POST /books/publish', sent as never)).rejects.toMatchObject({
      status: 400,
      sentence: 'Please check what you sent and try again.',
      fields: { [field]: [message] },
    })
    expect(await countStored()).toEqual(before)
  })

  test('with all errors at once, and nothing is stored or mailed', async () => {
    const { call } = await aVisitor()
    const before = await countStored()
    await expect(call('POST /books/publish', {} as never)).rejects.toMatchObject({
      fields: {
        title: ['Title must be at least 3 characters'],
        author: ['Author name must be at least 2 characters'],
        description: ['Description must be at least 50 characters'],
        category: ['Please select a category'],
        price: [price],
        authorEmail: [email],
        authorPhone: [phone],
        publishingReason: [reason],
      },
    })
    expect(await countStored()).toEqual(before)
  })

  test.each([
    ['title', 'Ilé'],
    ['title', long(200)],
    ['author', 'Ọk'],
    ['author', long(100)],
    ['description', long(50)],
    ['description', long(5_000)],
    ['authorPhone', '0801234567'],
    ['authorPhone', long(30)],
    ['publishingReason', long(20)],
    ['publishingReason', long(5_000)],
    ['coverImageUrl', ''],
    ['coverImageUrl', null],
  ])('but not with the %s at its limit', async (field, value) => {
    const { call } = await aVisitor()
    expect(
      await call('POST /books/publish', { ...aPublishingRequest(), [field]: value } as never),
    ).toMatchObject({ status: 'received' })
  })

  test('when it is larger than 100 KB', async () => {
    expect(jsonBodyBytes).toBe(100 * 1024)
    const { send } = await aVisitor()
    const sized = (bytes: number) => {
      const sent = { ...aPublishingRequest(), padding: '' }
      sent.padding = 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(sent)))
      return send('/api/books/publish', asJson(sent))
    }
    expect((await sized(100 * 1024)).status).toBe(201)
    expect((await sized(100 * 1024 + 1)).status).toBe(413)
  })

  test('in exactly the two categories of the publisher', () => {
    expect(
      bookCategories.filter((one) => !(publishCategories as readonly string[]).includes(one)),
    ).toEqual(['Magazine Issue', 'Article Collection'])
  })
})

describe('a line break in a field of a publishing request', () => {
  const injection = [
    '\r\nBcc: everybody@authors.example',
    '\nSubject: Free money',
    '\r\n\r\n<h1>Another mail</h1>',
    '%0d%0aBcc:%20everybody@authors.example',
    '\u2028Bcc: everybody@authors.example',
    '\u0085Bcc: everybody@authors.example',
    '" <everybody@authors.example>',
  ]

  test.each(['title', 'author', 'description', 'authorPhone', 'publishingReason'] as const)(
    'in the %s is text: it makes no header, no recipient and no second mail',
    async (field) => {
      const { call } = await aVisitor()
      for (const [at, text] of injection.entries()) {
        const sent = aPublishingRequest()
        const value =
          field === 'authorPhone' ? `0${at}${text}`.slice(0, 30) : `${sent[field]}${text}`
        await call('POST /books/publish', { ...sent, [field]: value })
        const mails = await sql<QueuedMail[]>`
          select id, kind, recipient, data, created_at, attempts from mails
          where recipient = ${sent.authorEmail} or data->>'authorEmail' = ${sent.authorEmail}
          order by kind`
        expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
          ['request', sent.authorEmail],
          ['requestNotice', 'publisher'],
        ])
        for (const mail of mails) {
          const composed = await composeMail(mail, composeWith)
          expect(composed?.to).toBe(
            mail.kind === 'request' ? sent.authorEmail : composeWith.publisherEmail,
          )
          // biome-ignore lint/suspicious/noControlCharactersInRegex: a header ends at these.
          expect(composed?.subject).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/)
          expect(composed?.html).not.toContain('<h1>Another mail</h1>')
        }
      }
    },
  )

  test.each(['category', 'price', 'authorEmail', 'coverImageUrl'] as const)(
    'in the %s is rejected',
    async (field) => {
      const { send } = await aVisitor()
      for (const text of injection.slice(0, 3)) {
        const sent = { coverImageUrl: 'https://pictures.example/a.jpg', ...aPublishingRequest() }
        const response = await send(
          '/api/books/publish',
          asJson({ ...sent, [field]: `${sent[field]}${text}` }),
        )
        expect(response.status).toBe(400)
        expect(Object.keys((await response.json()).errors)).toEqual([field])
      }
    },
  )
})

test.each(['\u0000', '\ud800', 'x\udfff'])(
  'text with %j causes no internal error',
  async (sign) => {
    const { send } = await aVisitor()
    for (const field of [
      'title',
      'author',
      'description',
      'authorPhone',
      'publishingReason',
    ] as const) {
      const sent = aPublishingRequest()
      const response = await send(
        '/api/books/publish',
        asJson({ ...sent, [field]: `${sent[field]}${sign}` }),
      )
      expect(response.status).toBe(400)
    }
  },
)

describe('a form without script', () => {
  const filled = () => {
    const { price, ...request } = aPublishingRequest()
    return { ...request, price: String(price), coverImageUrl: '', terms: 'on' }
  }

  test('redirects to the page with the reference', async () => {
    const { send } = await aVisitor()
    const sent = filled()
    const response = await send('/api/books/publish', asForm(sent))
    expect(response.status).toBe(303)
    const { id } = (await rowOf(sent.title)) as { id: string }
    expect(response.headers.get('Location')).toBe(
      `/publish?sent=PR-${id.slice(0, 8).toUpperCase()}`,
    )
    expect(await rowOf(sent.title)).toMatchObject({ price: 3500, coverImageUrl: null })
  })

  test('requires the terms to be accepted', async () => {
    const { send } = await aVisitor()
    const { terms: _, ...sent } = filled()
    const response = await send('/api/books/publish', asForm(sent))
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({
      terms: ['Please agree to the publishing terms and conditions.'],
    })
    expect(await rowOf(sent.title)).toBeUndefined()
  })
})

describe('one network address', () => {
  test('may send sixty requests an hour, and the error says when to retry', async () => {
    const network = '198.51.100.60'
    const { send } = await aVisitor(undefined, network)
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async () => (await send('/api/books/publish', asJson(aPublishingRequest()))).status,
      ),
    )
    expect(statuses).toEqual(Array(60).fill(201))
    const sent = aPublishingRequest()
    const neighbour = await aVisitor(undefined, network)
    const refused = await neighbour.send('/api/books/publish', asJson(sent))
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      message: 'That was tried too often. Please wait a while and try again.',
      requestId: expect.any(String),
    })
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(3_500)
    expect(seconds).toBeLessThanOrEqual(3_600)
    expect(await rowOf(sent.title)).toBeUndefined()
    expect(await mailsOf(sent.title)).toHaveLength(0)
    // Other forms of the same address have counts of their own; so have other addresses.
    expect((await send('/api/newsletter', asJson({ email: sent.authorEmail }))).status).toBe(202)
    const elsewhere = await aVisitor(await startApp({ trustProxy: 1 }))
    const from = { 'X-Forwarded-For': '198.51.100.7' }
    expect((await elsewhere.send('/api/books/publish', asJson(sent, from))).status).toBe(201)
  })

  test('is not limited by rejected requests', async () => {
    const { send } = await aVisitor()
    const wrong = { ...aPublishingRequest(), authorEmail: 'kele' }
    await Promise.all(Array.from({ length: 70 }, () => send('/api/books/publish', asJson(wrong))))
    expect((await send('/api/books/publish', asJson(aPublishingRequest()))).status).toBe(201)
  })
})
