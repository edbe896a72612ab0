import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { aPublishingRequest, aReader, aVisitor, thePublisher } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'
import { countOverdueRequests } from './requests.queries.ts'

type AdminRequest = OutputOf<'GET /admin/requests'>[number]

/** A request as an author sends it, and as it lies in the inbox. */
async function aRequest(fields: Partial<ReturnType<typeof aPublishingRequest>> = {}) {
  const sent = { ...aPublishingRequest(), ...fields }
  const { id, reference } = await (await aVisitor()).call('POST /books/publish', sent)
  return { ...sent, id, reference }
}

const receivedAt = (id: string, time: string) =>
  sql`update publishing_requests set created_at = ${time} where id = ${id}`

const mailsOf = async ({ title }: { title: string }) =>
  (
    await sql<{ kind: string; recipient: string; data: Record<string, unknown> }[]>`
      select kind, recipient, data from mails
      where data->>'title' = ${title} and kind not in ('request', 'requestNotice')
      order by created_at`
  ).map(({ kind, recipient, data }) => [kind, recipient, data['message']])

const logOf = async ({ id }: { id: string }) =>
  (
    await sql<
      { action: string }[]
    >`select action from activity where subject_id = ${id} order by id`
  ).map(({ action }) => action)

const booksOf = ({ title }: { title: string }) => sql`select * from books where title = ${title}`

const conflict = (sentence: string) => ({ status: 409, sentence })
const changedMeanwhile = conflict(
  'This was changed meanwhile, maybe in another tab. Look at the newest version, then decide again.',
)
const cannotMove = conflict(
  'The request is not in a state from which that can be done. Look at it again.',
)

describe('the list of publishing requests', () => {
  test('shows all fields of a request, and when its answer is due', async () => {
    const { call } = await thePublisher()
    const request = await aRequest({ coverImageUrl: 'https://pictures.example/c.jpg' } as object)
    await receivedAt(request.id, '2025-04-14T09:00:00.000Z')
    const [found] = await call('GET /admin/requests', { search: request.reference })
    expect(found).toEqual({
      ...request,
      coverImageUrl: 'https://pictures.example/c.jpg',
      status: 'received',
      note: null,
      message: null,
      messageAt: null,
      bookId: null,
      dueOn: '2025-04-23',
      isOverdue: true,
      revision: expect.any(Number),
      createdAt: '2025-04-14T09:00:00.000Z',
      updatedAt: expect.any(String),
    })
  })

  test('shows open requests by waiting time, then the others newest first', async () => {
    const { call } = await thePublisher()
    const author = `Ordered ${randomUUID()}`
    const made = []
    for (let index = 0; index < 6; index++) made.push(await aRequest({ author }))
    const ids = made.map(({ id }) => id)
    for (const [index, id] of ids.entries()) await receivedAt(id, `2025-02-0${index + 1}T09:00:00Z`)
    for (const id of [ids[1], ids[4]]) {
      await call('PATCH /admin/requests/:id', { id: id as string, status: 'declined' })
    }
    await call('PATCH /admin/requests/:id', { id: ids[2] as string, status: 'in_review' })
    const listed = async (status?: 'open' | AdminRequest['status']) =>
      (await call('GET /admin/requests', { search: author, ...(status && { status }) })).map(
        ({ id }) => ids.indexOf(id),
      )
    expect(await listed('open')).toEqual([0, 2, 3, 5])
    expect(await listed('received')).toEqual([0, 3, 5])
    expect(await listed('declined')).toEqual([4, 1])
    expect(await listed('accepted')).toEqual([])
    expect(await listed()).toEqual([0, 2, 3, 5, 4, 1])
  })

  test('is searched by title, author, e-mail address and reference, with the total count', async () => {
    const { call, callPage } = await thePublisher()
    const word = randomUUID().slice(0, 8)
    const request = await aRequest({
      title: `100% Ọ̀nà_${word}`,
      author: `Ngozi ${word}`,
      authorEmail: `${word}@authors.example`,
    })
    for (const search of [
      `100% ọ̀nà_${word}`,
      `NGOZI ${word}`,
      `${word}@authors`,
      request.reference,
      request.reference.toLowerCase(),
    ]) {
      const found = await call('GET /admin/requests', { search })
      expect(
        found.map(({ id }) => id),
        search,
      ).toEqual([request.id])
    }
    expect(await call('GET /admin/requests', { search: `%${word}` })).toEqual([])
    await aRequest({ author: `Ngozi ${word}` })
    const { items, total } = await callPage('GET /admin/requests', {
      search: word,
      pageSize: 1,
      page: 2,
    })
    expect([items.length, total]).toEqual([1, 2])
  })

  test('counts open and overdue requests', async () => {
    const { call } = await thePublisher()
    const counts = await call('GET /admin/request-counts', {})
    const countOpen = async () => (await call('GET /admin/stats', {})).openRequests ?? 0
    const [open, overdue] = [await countOpen(), await countOverdueRequests()]
    const [fresh, late] = [await aRequest(), await aRequest()]
    await receivedAt(late.id, '2025-04-14T09:00:00Z')
    expect(await countOpen()).toBe(open + 2)
    expect(await countOverdueRequests()).toBe(overdue + 1)
    // The fifth business day is not over yet.
    await receivedAt(fresh.id, '2025-04-15T09:00:00Z')
    const onThatDay = new Date('2025-04-24T22:00:00Z')
    const before = await countOverdueRequests(onThatDay)
    expect(await countOverdueRequests(new Date('2025-04-24T23:00:00Z'))).toBe(before + 1)
    for (const { id } of [fresh, late]) {
      await call('PATCH /admin/requests/:id', { id, status: 'declined' })
    }
    expect(await countOpen()).toBe(open)
    expect(await countOverdueRequests()).toBe(overdue)
    expect(await call('GET /admin/request-counts', {})).toEqual({
      all: counts.all + 2,
      open,
      accepted: counts.accepted,
      declined: counts.declined + 2,
    })
    const [declined] = await call('GET /admin/requests', { search: late.reference })
    expect(declined).toMatchObject({ isOverdue: false, dueOn: '2025-04-23' })
  })
})

describe('the publisher who answers a publishing request', () => {
  test('takes it up, asks its author and declines it, each with a mail and an entry in the activity log', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id, authorEmail } = request
    const taken = await call('PATCH /admin/requests/:id', { id, status: 'in_review' })
    expect(taken).toMatchObject({ id, status: 'in_review', message: null })
    expect(await mailsOf(request)).toEqual([])
    const message = 'Is it finished?\nHow many pages has it?'
    const asked = await call('PATCH /admin/requests/:id', { id, message, revision: taken.revision })
    expect(asked).toMatchObject({ status: 'in_review', message, messageAt: expect.any(String) })
    await call('PATCH /admin/requests/:id', { id, status: 'declined', message: 'Not for us.' })
    expect(await mailsOf(request)).toEqual([
      ['requestQuestion', authorEmail, message],
      ['requestDeclined', authorEmail, 'Not for us.'],
    ])
    expect(await logOf(request)).toEqual(['requestTakenUp', 'requestAsked', 'requestDeclined'])
    expect((await call('PATCH /admin/requests/:id', { id, status: 'received' })).status).toBe(
      'received',
    )
    expect((await logOf(request)).at(-1)).toBe('requestReopened')
    expect(await mailsOf(request)).toHaveLength(2)
    expect(await booksOf(request)).toHaveLength(0)
  })

  test('takes it up by asking its author', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const message = 'Is it finished?'
    const { id } = request
    const asked = await call('PATCH /admin/requests/:id', { id, status: 'in_review', message })
    expect(asked.status).toBe('in_review')
    expect(await mailsOf(request)).toEqual([['requestQuestion', request.authorEmail, message]])
    expect(await logOf(request)).toEqual(['requestTakenUp', 'requestAsked'])
  })

  test('accepts it, and gets a draft book with all its fields', async () => {
    const { call } = await thePublisher()
    const request = await aRequest({ coverImageUrl: 'https://pictures.example/c.jpg' } as object)
    const { id } = request
    const accepted = await call('PATCH /admin/requests/:id', { id, status: 'accepted' })
    const [book] = await booksOf(request)
    expect(accepted).toMatchObject({ status: 'accepted', bookId: book?.['id'] })
    expect(await call('GET /admin/books/:id', { id: accepted.bookId as string })).toMatchObject({
      title: request.title,
      authorName: request.author,
      description: request.description,
      category: request.category,
      price: request.price,
      coverImageUrl: 'https://pictures.example/c.jpg',
      content: null,
      isPublished: false,
    })
    expect(await mailsOf(request)).toEqual([['requestAccepted', request.authorEmail, null]])
    expect(await logOf(request)).toEqual(['requestAccepted'])
    const visitor = await aVisitor()
    expect(await visitor.call('GET /books', { search: request.title })).toEqual([])
  })

  test('sees no link to a draft book that was deleted', async () => {
    const { call } = await thePublisher()
    const { id, reference } = await aRequest()
    const { bookId } = await call('PATCH /admin/requests/:id', { id, status: 'accepted' })
    await sql`update books set deleted_at = now() where id = ${bookId}`
    const [found] = await call('GET /admin/requests', { search: reference })
    expect(found).toMatchObject({ status: 'accepted', bookId: null })
  })

  test.each([['accepted'], ['declined'], ['in_review']] as const)(
    'clicks twice for %s, which happens once with the same response',
    async (status) => {
      const { call } = await thePublisher()
      const request = await aRequest()
      const wish = { id: request.id, status, message: 'As we said.', note: 'By telephone' }
      const first = await call('PATCH /admin/requests/:id', wish)
      expect(await call('PATCH /admin/requests/:id', wish)).toEqual(first)
      // It acts like a press whose answer was lost: it names the revision that it saw.
      expect(
        await call('PATCH /admin/requests/:id', { ...wish, revision: first.revision - 1 }),
      ).toEqual(first)
      expect(await mailsOf(request)).toHaveLength(1)
      expect(await booksOf(request)).toHaveLength(status === 'accepted' ? 1 : 0)
      const log = await logOf(request)
      expect(new Set(log).size).toBe(log.length)
    },
  )

  test('makes one book and one mail from two tabs or two clicks', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id } = request
    const presses = sql.begin(async (tx) => {
      await tx`select 1 from publishing_requests where id = ${id} for update`
      const answers = Array.from({ length: 4 }, () =>
        call('PATCH /admin/requests/:id', { id, status: 'accepted' }),
      )
      await untilWaiting(4)
      return answers
    })
    const answers = await Promise.all(await presses)
    expect(new Set(answers.map(({ bookId }) => bookId)).size).toBe(1)
    expect(await booksOf(request)).toHaveLength(1)
    expect(await mailsOf(request)).toHaveLength(1)
    expect(await logOf(request)).toEqual(['requestAccepted'])
  })

  test('gets an error in another tab after deciding in one, and nothing is undone', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id } = request
    const [seen] = await call('GET /admin/requests', { search: request.reference })
    const revision = seen?.revision as number
    await call('PATCH /admin/requests/:id', { id, status: 'declined', revision })
    for (const wish of [
      { status: 'accepted' as const },
      { status: 'in_review' as const },
      { note: 'Ring them' },
      { message: 'One more thing' },
    ]) {
      await expect(
        call('PATCH /admin/requests/:id', { id, revision, ...wish }),
      ).rejects.toMatchObject(changedMeanwhile)
    }
    expect(await booksOf(request)).toHaveLength(0)
    expect(await mailsOf(request)).toHaveLength(1)
    expect(await logOf(request)).toEqual(['requestDeclined'])
  })

  test('may send the same question again from a page that shows it', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const wish = { id: request.id, message: 'Is it finished?' }
    const { revision } = await call('PATCH /admin/requests/:id', wish)
    await call('PATCH /admin/requests/:id', { ...wish, revision })
    expect(await mailsOf(request)).toHaveLength(2)
  })

  test.each([
    ['accepted', 'declined'],
    ['accepted', 'received'],
    ['accepted', 'in_review'],
    ['declined', 'accepted'],
    ['declined', 'in_review'],
  ] as const)('cannot make an %s request %s', async (from, to) => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id } = request
    await call('PATCH /admin/requests/:id', { id, status: from })
    await expect(call('PATCH /admin/requests/:id', { id, status: to })).rejects.toMatchObject(
      cannotMove,
    )
    await expect(
      call('PATCH /admin/requests/:id', { id, message: 'Still there?' }),
    ).rejects.toMatchObject(cannotMove)
    expect(await mailsOf(request)).toHaveLength(1)
  })

  test('may return it to the open ones, and ask a question when reopening it', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id } = request
    await call('PATCH /admin/requests/:id', { id, status: 'in_review' })
    expect((await call('PATCH /admin/requests/:id', { id, status: 'received' })).status).toBe(
      'received',
    )
    await call('PATCH /admin/requests/:id', { id, status: 'declined' })
    await call('PATCH /admin/requests/:id', { id, status: 'received', message: 'Shall we talk?' })
    expect((await mailsOf(request)).map(([kind]) => kind)).toEqual([
      'requestDeclined',
      'requestQuestion',
    ])
  })

  test('can set and remove a note in every state', async () => {
    const { call } = await thePublisher()
    const request = await aRequest()
    const { id } = request
    expect((await call('PATCH /admin/requests/:id', { id, note: '  Ring in May ' })).note).toBe(
      'Ring in May',
    )
    await call('PATCH /admin/requests/:id', { id, note: 'Ring in May' })
    await call('PATCH /admin/requests/:id', { id, status: 'declined' })
    expect((await call('PATCH /admin/requests/:id', { id, note: '' })).note).toBeNull()
    expect(await logOf(request)).toEqual(['requestNoted', 'requestDeclined', 'requestNoted'])
    expect(await mailsOf(request)).toHaveLength(1)
  })

  test('gets errors for an unknown request and for texts that are too long', async () => {
    const { call } = await thePublisher()
    for (const id of [randomUUID(), 'PR-1234ABCD']) {
      await expect(
        call('PATCH /admin/requests/:id', { id, status: 'accepted' }),
      ).rejects.toMatchObject({
        status: 404,
        sentence: "The publishing request you're looking for doesn't exist.",
      })
    }
    const { id } = await aRequest()
    const long = 'x'.repeat(2001)
    await expect(
      call('PATCH /admin/requests/:id', { id, note: long, message: long, status: 'lost' as never }),
    ).rejects.toMatchObject({
      status: 400,
      fields: {
        note: ['The note must be at most 2000 characters'],
        message: ['The message must be at most 2000 characters'],
        status: ['Status must be one of received, in_review, accepted, declined'],
      },
    })
  })

  test('is the only one to see the notes: they are in no mail, log or data export', async () => {
    const { call } = await thePublisher()
    const author = await aReader()
    await sql`update readers set email_proven_at = now() where id = ${author.reader.id}`
    const request = await aRequest({ authorEmail: author.email })
    const note = `Too long ${randomUUID()}`
    const { id } = request
    await call('PATCH /admin/requests/:id', { id, note, status: 'in_review', message: 'Shorter?' })
    await call('PATCH /admin/requests/:id', { id, status: 'accepted' })
    const copy = await author.call('GET /account/export', {})
    expect(copy.publishingRequests).toEqual([
      {
        reference: request.reference,
        title: request.title,
        author: request.author,
        description: request.description,
        category: request.category,
        price: request.price,
        coverImageUrl: null,
        authorEmail: author.email,
        authorPhone: request.authorPhone,
        publishingReason: request.publishingReason,
        status: 'accepted',
        createdAt: expect.any(String),
      },
    ])
    expect(JSON.stringify(copy)).not.toContain(note)
    const [stored] = await sql<{ all: string }[]>`
      select (select json_agg(m)::text from mails m) || (select json_agg(a)::text from activity a)
        || (select json_agg(b)::text from books b) as all`
    expect(stored?.all).toContain(request.title)
    expect(stored?.all).not.toContain(note)
  })
})
