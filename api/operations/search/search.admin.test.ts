import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { approvedBy } from '#api/magazine/stories/story-lifecycle.queries.ts'
import type { Role } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aBook, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { anInvoice, aShopWithInvoices } from '#tests/shop/invoices.ts'
import { anAccount } from '#tests/shop/ledgers.ts'

type Staff = Awaited<ReturnType<typeof theStaff>>

async function search(staff: Staff, q: string) {
  const groups = await staff.call('GET /admin/search', { q })
  return Object.fromEntries(groups.map(({ kind, items }) => [kind, items]))
}

async function titles(staff: Staff, q: string) {
  const groups = await staff.call('GET /admin/search', { q })
  return groups.map(({ kind, items }) => [kind, items.map(({ title }) => title)])
}

async function saveDraft({ call }: Staff, title: string, id: string = randomUUID()) {
  const fields = { ...aDraft(), title }
  await call('PUT /admin/drafts/:id', { id, saveId: randomUUID(), base: 0, fields })
  return { id, fields }
}

/** One of each kind whose name has the word, and the word. */
async function oneOfEach() {
  const word = `zobo${randomUUID().slice(0, 8)}`
  const { member } = await theStaff('editor')
  await sql`update staff set name = ${`Staff ${word}`} where id = ${member.id}`
  await aStory({ title: `Story ${word}`, authorName: `Author ${word}` })
  const book = await aBook({ title: `Book ${word}` })
  const order = await anOrder(book.id)
  const [buyerName, buyerEmail] = [`Buyer ${word}`, `${word}@buyers.example`]
  await sql`update orders set ${sql({ buyerName, buyerEmail })} where id = ${order.id}`
  await aDiscount({ code: `CODE-${word}`, maxUses: 3 })
  await anInvoice(await aShopWithInvoices(), { school: `School ${word}` })
  await anAccount({}, `Account ${word}`)
  return { word, book, order }
}

test('the owner finds stories, books, orders and people, in this order', async () => {
  const { word } = await oneOfEach()
  expect(await titles(await theStaff('owner'), word.toUpperCase())).toEqual([
    ['stories', [`Story ${word}`]],
    ['books', [`Book ${word}`]],
    ['orders', [`Buyer ${word}`]],
    ['invoices', [`School ${word}`]],
    ['discounts', [`CODE-${word.toUpperCase()}`]],
    ['authorAccounts', [`Account ${word}`]],
    ['people', [`Staff ${word}`, `Author ${word}`]],
  ])
})

test.each<[Role, string[]]>([
  ['editor', ['stories', 'people']],
  ['shopkeeper', ['books', 'orders', 'invoices', 'discounts', 'authorAccounts']],
  ['author', []],
])('an %s finds only what the role may see', async (role, kinds) => {
  const { word } = await oneOfEach()
  const found = await search(await theStaff(role), word)
  expect(Object.keys(found)).toEqual(kinds)
  // Staff are the owner's business.
  if (role === 'editor') expect(found['people']?.map(({ state }) => state)).toEqual(['hidden'])
})

test('an author finds own stories and drafts, as a reader too, and nobody else’s', async () => {
  const author = await theStaff('author')
  const word = `kuli${randomUUID().slice(0, 8)}`
  await aStory({ title: `Another's ${word}` })
  await aStory({ title: `Own ${word}`, authorId: author.member.id })
  await saveDraft(await theStaff('editor'), `Another's draft ${word}`)
  await saveDraft(author, `Own draft ${word}`)
  expect(await titles(author, word)).toEqual([['stories', [`Own draft ${word}`, `Own ${word}`]]])
})

test('stories are found in every state, with the page on which staff work on them', async () => {
  const word = `suya${randomUUID().slice(0, 8)}`
  const editor = await theStaff('editor')
  const inState = async (state: string, fields: object) => {
    const { id } = await aStory({ title: `${state} ${word}`, isPublished: false })
    await sql`update stories set ${sql(fields as never)} where id = ${id}`
    return id
  }
  const submitted = await inState('submitted', { status: 'submitted' })
  const scheduled = await inState('scheduled', {
    status: 'submitted',
    ...approvedBy(null),
    publishAt: '2099-01-02T06:00:00Z',
  })
  await inState('declined', { status: 'declined', reviewNote: null })
  const { id: published } = await aStory({ title: `published ${word}` })
  const draft = await saveDraft(editor, `draft ${word}`)
  const { stories = [] } = await search(editor, word)
  const byState = Object.fromEntries(stories.map((story) => [story.state, story]))
  expect(Object.keys(byState).sort()).toEqual(
    ['declined', 'draft', 'published', 'scheduled', 'submitted'].sort(),
  )
  expect(byState['submitted']?.path).toBe(`/admin/stories?story=${submitted}`)
  expect(byState['scheduled']).toMatchObject({
    path: `/admin/stories/${scheduled}/edit`,
    fact: '2 Jan 2099, 07:00',
    publicPath: null,
  })
  expect(byState['published']).toMatchObject({ fact: '0 reads', publicPath: `/story/${published}` })
  expect(byState['draft']?.path).toBe(`/admin/stories/${draft.id}/edit`)
})

test('a story is found by its new title before the change is published, and shows once', async () => {
  const word = `moi${randomUUID().slice(0, 8)}`
  const editor = await theStaff('editor')
  const { id } = await aStory()
  await saveDraft(editor, `Now about ${word}`, id)
  const { stories } = await search(editor, word)
  expect(stories).toHaveLength(1)
  expect(stories?.[0]).toMatchObject({ id, state: 'published', title: `Now about ${word}` })
})

test('a title with all words comes before newer stories that have them elsewhere', async () => {
  const word = `ofada${randomUUID().slice(0, 8)}`
  const named = `The ${word} that nobody ordered`
  await aStory({ title: named, publishedAt: '2024-01-01T00:00:00Z' })
  for (let nth = 0; nth < 6; nth++) await aStory({ summary: `${word}, told by everybody here.` })
  const { stories = [] } = await search(await theStaff('editor'), `ordered ${word}`)
  expect(stories.map(({ title }) => title)).toEqual([named])
  const { stories: all = [] } = await search(await theStaff('editor'), word)
  expect(all).toHaveLength(5)
  expect(all[0]?.title).toBe(named)
  // The others show where the word is.
  expect(all[1]?.fact).toBe(`“${word}, told by everybody here.”`)
})

test('words of the text and misspelt ones find published stories', async () => {
  const editor = await theStaff('editor')
  const { id } = await aStory({ content: `${'The marabout counted. '.repeat(20)} Brukutufest.` })
  for (const q of ['brukutufest', 'brukutufset']) {
    const { stories } = await search(editor, q)
    expect(stories?.map((story) => story.id)).toEqual([id])
  }
  expect(await search(editor, 'brukutufest ofadazobo')).toEqual({})
})

test('an order is found by reference, buyer’s name and e-mail address', async () => {
  const { order, word } = await oneOfEach()
  const keeper = await theStaff('shopkeeper')
  for (const q of [order.reference, `${word} buyer`, `${word}@Buyers.Example`]) {
    const { orders } = await search(keeper, q)
    expect(orders?.map(({ id }) => id)).toEqual([order.reference])
  }
})

test('a discount code is found by code and note, with its state, value and uses', async () => {
  const word = `gurasa${randomUUID().slice(0, 8)}`
  const keeper = await theStaff('shopkeeper')
  const made = await aDiscount({ percent: 30, maxUses: 2, note: `For the ${word} fair` })
  const one = { id: made.id, title: made.code, path: `/admin/discounts?discount=${made.id}` }
  const found = { ...one, state: 'running', fact: '30% off, 0 of 2 uses', publicPath: null }
  expect((await search(keeper, word))['discounts']).toMatchObject([found])
  expect((await search(keeper, made.code.toLowerCase()))['discounts']).toMatchObject([found])
  await keeper.call('POST /admin/discounts/:id/end', { id: made.id })
  expect((await search(keeper, `fair ${word}`))['discounts']).toMatchObject([{ state: 'ended' }])
  const off = await aDiscount({ off: 250.5, note: `By ${word}` })
  expect((await search(keeper, off.code))['discounts']).toMatchObject([
    { fact: '₦250.50 off, 0 uses' },
  ])
})

test('an author account is found by name, address and books that it has a share of, with its balance', async () => {
  const word = `masa${randomUUID().slice(0, 8)}`
  const book = await aBook({ title: `The ${word} seller` })
  const { id, email, keeper } = await anAccount({ [book.id]: 40 }, `Ladi ${word}`)
  const other = await anAccount({}, `A. Ladi ${randomUUID()}`)
  await anOrder(book.id)
  const found = {
    id,
    title: `Ladi ${word}`,
    state: 'account',
    fact: 'balance ₦1,400.20',
    path: `/admin/statements?account=${id}`,
    publicPath: null,
  }
  const accountsFor = async (staff: Staff, q: string) => (await search(staff, q))['authorAccounts']
  for (const q of [`ladi ${word}`, email.toUpperCase(), `seller ${word}`])
    for (const role of ['owner', 'shopkeeper'] as const)
      expect(await accountsFor(await theStaff(role), q), q).toEqual([
        expect.objectContaining(found),
      ])
  for (const role of ['editor', 'author'] as const) {
    const staff = await theStaff(role)
    // Authors see their own too, on the page of statements.
    if (role === 'author')
      await sql`update staff set email = ${email} where id = ${staff.member.id}`
    expect(await accountsFor(staff, word), role).toBeUndefined()
  }
  const share = { id, bookId: book.id, percent: null }
  await keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', share)
  expect(await accountsFor(keeper, `seller ${word}`)).toBeUndefined()
  // Whose name has the words comes first.
  await keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', {
    id: other.id,
    bookId: book.id,
    percent: 10,
  })
  expect((await accountsFor(keeper, word))?.map((account) => account.id)).toEqual([id, other.id])
})

test('a search of one or two letters, or of signs, finds what is new', async () => {
  const owner = await theStaff('owner')
  const sign = `%_\\ ${randomUUID().slice(0, 8)}`
  await aBook({ title: sign })
  expect((await search(owner, '%_\\'))['books']?.[0]?.title).toBe(sign)
  const { stories } = await search(owner, 'ho')
  expect(stories?.length).toBeGreaterThan(0)
})

test('an empty search finds nothing, a long one is rejected, and readers have none', async () => {
  const owner = await theStaff('owner')
  expect(await owner.call('GET /admin/search', { q: '  ' })).toEqual([])
  expect(await owner.call('GET /admin/search', {})).toEqual([])
  expect((await owner.send(`/api/admin/search?q=${'a'.repeat(201)}`)).status).toBe(400)
  expect((await (await aVisitor()).send('/api/admin/search?q=a')).status).toBe(401)
})
