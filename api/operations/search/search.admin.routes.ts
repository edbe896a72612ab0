import type { Router } from '@koa/router'
import pLimit from 'p-limit'
import type { StaffMember } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import {
  type FoundStory,
  listFoundAuthors,
  listFoundDrafts,
  listFoundStories,
} from '#api/magazine/search/search.admin.queries.ts'
import { searchStoriesWithAllWords } from '#api/magazine/search/search.queries.ts'
import { listFoundBooks } from '#api/shop/books/books.admin.queries.ts'
import { listFoundDiscounts } from '#api/shop/discounts/discounts.admin.queries.ts'
import { listFoundInvoices } from '#api/shop/invoices/invoices.admin.queries.ts'
import { listFoundAccounts } from '#api/shop/ledgers/author-accounts.queries.ts'
import { listFoundOrders } from '#api/shop/orders/orders.admin.queries.ts'
import { listFoundStaff } from '#api/staff/people/staff.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatBalance, formatKobo, toNaira } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { editors, isAmong, newsroom, owner, roleTexts, shop } from '#contract/roles.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { wordsOf } from '#db/sql.ts'

type Group = OutputOf<'GET /admin/search'>[number]
type Found = Group['items'][number]

/** Of a kind. */
const most = 5
/** A search asks up to nine queries at once, and readers need connections too. */
const limitSearches = pLimit(2)

/** Each kind with its roles, in the order of the response. */
const kinds = [
  { kind: 'stories', roles: newsroom, list: listStories },
  { kind: 'books', roles: shop, list: listBooks },
  { kind: 'orders', roles: shop, list: listOrders },
  { kind: 'invoices', roles: shop, list: listInvoices },
  { kind: 'discounts', roles: shop, list: listDiscounts },
  { kind: 'authorAccounts', roles: shop, list: listAuthorAccounts },
  { kind: 'people', roles: editors, list: listPeople },
] as const

export function adminSearchRoutes(router: Router) {
  serve(router, 'GET /admin/search', async ({ q = '' }, { staff }) => {
    const words = wordsOf(q)
    if (words.length === 0) return []
    return limitSearches(async () => {
      const groups: Group[] = await Promise.all(
        kinds
          .filter(({ roles }) => isAmong(roles, staff.role))
          .map(async ({ kind, list }) => ({ kind, items: await list(words, staff) })),
      )
      return groups.filter(({ items }) => items.length > 0)
    })
  })
}

async function listStories(words: string[], staff: StaffMember): Promise<Found[]> {
  const [stories, drafts] = await Promise.all([
    listFoundStories(words, staff, most),
    listFoundDrafts(words, staff, most),
  ])
  const ids = new Set(stories.map(({ id }) => id))
  const found = [...stories, ...drafts.filter(({ id }) => !ids.has(id))].sort(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) || Date.parse(other.at) - Date.parse(one.at),
  )
  // Words of the text and misspelt ones, as readers find published stories.
  const others =
    found.length < most && staff.role !== 'author'
      ? await searchStoriesWithAllWords(words.join(' '), most)
      : []
  const known = new Set(found.map(({ id }) => id))
  const more = others
    .filter(({ id }) => !known.has(id))
    .map((story) => ({
      ...story,
      state: 'published' as const,
      publishAt: null,
      at: story.publishedAt ?? story.createdAt,
    }))
  return [...found, ...more].slice(0, most).map((story) => foundStory(story, words, staff))
}

type Story = Omit<FoundStory, 'isNamed'>

function foundStory(story: Story, words: string[], staff: StaffMember): Found {
  const { id, title, category, imageUrl } = story
  const state = story.publishAt ? 'scheduled' : story.state
  const isToReview = state === 'submitted' && isAmong(editors, staff.role)
  return {
    id,
    title: title.trim() || 'Untitled',
    fact: excerptWith(words, story) ?? factOf(story),
    state,
    path: isToReview ? staffPaths.story(id) : staffPaths.editStory(id),
    publicPath: state === 'published' ? paths.story(id) : null,
    category,
    pictureUrl: imageUrl,
  }
}

const day = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const moment = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const number = new Intl.NumberFormat('en-NG')

const counted = (count: number, one: string, many: string) =>
  `${number.format(count)} ${count === 1 ? one : many}`

/** Why it was found, where its title does not say so. */
function excerptWith(words: string[], { title, summary }: Story): string | undefined {
  const has = (text: string) => (word: string) => text.toLowerCase().includes(word.toLowerCase())
  const word = words.every(has(title)) ? undefined : words.find(has(summary))
  if (word === undefined) return undefined
  const at = summary.toLowerCase().indexOf(word.toLowerCase())
  const from = at < 24 ? 0 : summary.lastIndexOf(' ', at - 16) + 1
  const to = summary.indexOf(' ', at + word.length + 32)
  return `“${from > 0 ? '…' : ''}${summary.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : '…'}”`
}

function factOf({ state, publishAt, views, at, authorName }: Story): string {
  if (publishAt) return moment.format(new Date(publishAt))
  if (state === 'published') return counted(views, 'read', 'reads')
  if (state === 'draft') return `saved ${day.format(new Date(at))}`
  if (state === 'submitted') return `sent in ${day.format(new Date(at))}`
  return authorName
}

async function listBooks(words: string[]): Promise<Found[]> {
  const books = await listFoundBooks(words, most)
  return books.map(({ id, title, category, priceKobo, coverImageUrl, isPublished }) => ({
    id,
    title,
    fact: priceKobo === 0 ? 'Free' : formatKobo(priceKobo),
    state: isPublished ? 'published' : 'draft',
    path: staffPaths.book(id),
    publicPath: isPublished ? paths.book(id) : null,
    category,
    pictureUrl: coverImageUrl,
  }))
}

async function listOrders(words: string[]): Promise<Found[]> {
  const orders = await listFoundOrders(words, most)
  return orders.map(({ reference, orderNumber, buyerName, amountKobo, state }) => ({
    id: reference,
    title: buyerName,
    fact: `${formatKobo(amountKobo)}, ${orderNumber}`,
    state,
    path: staffPaths.order(reference),
    publicPath: null,
    category: null,
    pictureUrl: null,
  }))
}

async function listInvoices(words: string[]): Promise<Found[]> {
  const invoices = await listFoundInvoices(words, most)
  return invoices.map(({ reference, number, school, amountKobo, state }) => ({
    id: reference,
    title: school || number,
    fact: `${formatKobo(amountKobo)}, ${number}`,
    state,
    path: staffPaths.invoice(reference),
    publicPath: null,
    category: null,
    pictureUrl: null,
  }))
}

async function listDiscounts(words: string[]): Promise<Found[]> {
  const discounts = await listFoundDiscounts(words, most)
  return discounts.map(({ id, code, percent, offKobo, uses, maxUses, state }) => {
    const off = percent === null ? formatKobo(offKobo ?? 0) : `${percent}%`
    const used =
      maxUses === null
        ? counted(uses, 'use', 'uses')
        : `${number.format(uses)} of ${counted(maxUses, 'use', 'uses')}`
    return {
      id,
      title: code,
      fact: `${off} off, ${used}`,
      state,
      path: staffPaths.discount(id),
      publicPath: null,
      category: null,
      pictureUrl: null,
    }
  })
}

async function listAuthorAccounts(words: string[]): Promise<Found[]> {
  const accounts = await listFoundAccounts(words, most)
  return accounts.map(({ id, name, balanceKobo }) => ({
    id,
    title: name,
    fact: `balance ${formatBalance(toNaira(balanceKobo))}`,
    state: 'account',
    path: staffPaths.statementsOf(id),
    publicPath: null,
    category: null,
    pictureUrl: null,
  }))
}

/** Staff, who are the owner's business alone, before authors. */
async function listPeople(words: string[], { role }: StaffMember): Promise<Found[]> {
  const [staff, authors] = await Promise.all([
    isAmong(owner, role) ? listFoundStaff(words, most) : [],
    listFoundAuthors(words, most),
  ])
  const none = { publicPath: null, category: null, pictureUrl: null }
  return [
    ...staff.map(({ id, name, role, state }) => ({
      ...none,
      id,
      title: name,
      fact: roleTexts[role].label,
      state,
      path: staffPaths.people,
    })),
    ...authors.map(({ id, name, slug, pictureUrl, isPublic, stories }) => ({
      ...none,
      id,
      title: name,
      fact: counted(stories, 'story', 'stories'),
      state: isPublic ? ('public' as const) : ('hidden' as const),
      path: staffPaths.author(name),
      publicPath: isPublic && slug && stories > 0 ? magazinePaths.author(slug) : null,
      pictureUrl,
    })),
  ].slice(0, most)
}
