import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { walk } from './walks.ts'

const password = 'eleven goats and a radio'
const publisher = { username: 'publisher', password: 'nine drums before the rain' }

const aPerson = () => ({
  firstName: 'Tamuno',
  lastName: 'Briggs-Ade',
  email: `tamuno.${randomUUID()}@ascend.example`,
  password,
})

type Walk = Parameters<Parameters<typeof walk>[1]>[0]

const storiesOf = async (base: string) =>
  (await (await fetch(`${base}/api/stories`)).json()) as { id: string; title: string }[]

/** The first of the published stories. */
async function aStory(base: string) {
  const [story] = await storiesOf(base)
  if (!story) throw new Error('There is no story to read.')
  return story
}

async function aBook(base: string, title: string) {
  const books = (await (await fetch(`${base}/api/books`)).json()) as { id: string; title: string }[]
  return books.find((book) => book.title === title)?.id
}

const post = (address: string, body: object, headers = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** An account, made elsewhere; resolves to its cookies too. */
async function aReader(base: string) {
  const person = aPerson()
  const answer = await post(`${base}/api/auth/register`, { ...person, ageBand: '18+' })
  expect(answer.status).toBe(201)
  const Cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { ...person, Cookie }
}

async function signIn({ walker }: Walk, { email }: { email: string }) {
  await walker.type('Email', email)
  await walker.type('Password', password)
  await walker.pressButton('Sign in')
}

walk('a visitor reads the landing page and a story, and chooses how it looks', async (person) => {
  const { walker, base, width } = person
  await walker.goto('/')
  await walker.sees('Celebrating')
  await walker.look('landing page')
  const { id, title } = await aStory(base)
  await walker.press(`#stories a[href="/story/${id}"]`)
  await walker.isAt(/^\/story\//)
  await walker.sees(title)
  await walker.look('story')
  await walker.pressButton(width === 360 ? 'Theme' : 'Reading Experience')
  await walker.sees('Reading Mode')
  await walker.look('theme panel')
  await walker.press('#theme-panel label:has([value=sepia])')
  await walker.press('#theme-panel button', 'Close')
  await walker.look('sepia')
  await walker.goto('/about')
  expect(await walker.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(241, 226, 196)',
  )
})

walk(
  'a visitor reads, searches and shares without a cookie, an id or a word to another host',
  async ({ walker, base, service }) => {
    const stories = (await storiesOf(base)).slice(0, 3).map(({ id }) => id)
    const book = `/book/${await aBook(base, 'The Quiet Climb')}`
    const pages = ['/', book, '/search?q=well', ...stories.map((id) => `/story/${id}`)]
    const hosts = new Set<string>()
    for (const page of pages) {
      await walker.goto(page)
      // The last one for so long that its reading is noted.
      const isNoted = page === pages.at(-1) ? /seconds\W+[1-9]/ : /^/
      await expect.poll(() => walker.evaluate(scrollAndReadStored)).toMatch(isNoted)
      for (const host of await walker.evaluate(hostsOfPage)) hosts.add(host)
    }
    await walker.pressButton('Share Story')
    await expect
      .poll(() => service.sent().map(({ path }) => path))
      .toContainEqual(expect.stringMatching(/\/share$/))
    await walker.look('shared')
    expect(await walker.engine.cookies()).toEqual([])
    expect([...hosts]).toEqual([new URL(base).host])

    const stored = await walker.evaluate(scrollAndReadStored)
    const own = (stored.match(uuids) ?? []).filter((id) => !stories.includes(id))
    const { events } = JSON.parse(JSON.parse(stored)['ascend.journey']) as {
      events: { id: string }[]
    }
    expect(own.sort()).toEqual(events.map(({ id }) => id).sort())
    const sent = JSON.stringify(service.sent())
    expect(own.filter((id) => sent.includes(id))).toEqual([])
  },
  { engines: ['Chromium', 'Firefox', 'WebKit'] },
)

const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A sign of life, and all that the browser stores. */
function scrollAndReadStored() {
  scrollBy(0, 100)
  return JSON.stringify({ ...localStorage, ...sessionStorage })
}

const hostsOfPage = () =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).host)

walk('a visitor makes an account, and is back where they were, by name', async ({ walker }) => {
  const { email, firstName, lastName } = aPerson()
  await walker.goto('/sign-in?returnTo=%2Fabout')
  await walker.pressLink('Create an account')
  await walker.sees('Last name')
  await walker.type('First name', firstName)
  await walker.type('Last name', lastName)
  await walker.type('Email', email)
  await walker.type('Password', password)
  await walker.choose('How old are you?', '18+')
  await walker.look('form')
  await walker.pressButton('Create an account')
  await walker.isAt(/^\/about$/)
  await walker.look('signed in')
  expect(await walker.evaluate(() => document.documentElement.dataset['signedIn'])).toBe('')
})

walk('a visitor who likes a story signs in, is back at it, and likes it', async (person) => {
  const { walker, base } = person
  const reader = await aReader(base)
  const { id, title } = await aStory(base)
  await walker.goto(`/story/${id}`)
  const like = `Like “${title}”`
  await walker.press('.body button', like)
  await walker.sees('Login Required')
  await walker.look('asked to sign in')
  await walker.isAt(/^\/sign-in\?returnTo=/)
  await signIn(person, reader)
  await walker.isAt(/^\/story\//)
  // What they had signed in for is done for them.
  await walker.sees('Story Liked!')
  await walker.look('liked')
  await walker.goto(`/story/${id}`)
  // Counts are fetched once somebody does something.
  await walker.evaluate(() => scrollBy(0, 200))
  await expect
    .poll(() =>
      walker.evaluate(() =>
        document.querySelector('.body [data-like]')?.getAttribute('aria-pressed'),
      ),
    )
    .toBe('true')
})

walk('a reader sends a story in and reads that it has come', async (person) => {
  const { walker, base } = person
  const reader = await aReader(base)
  await walker.goto('/sign-in?returnTo=%2Fsubmit')
  await signIn(person, reader)
  await walker.isAt(/^\/submit$/)
  await walker.type('Your Name', aSubmission.authorName)
  await walker.choose('Your Role', aSubmission.authorRole)
  await walker.choose('Story Category', aSubmission.category)
  const title = `${aSubmission.title} ${randomUUID().slice(0, 8)}`
  await walker.type('Story Title', title)
  await walker.type('Story Summary', aSubmission.summary)
  await walker.type('Your Story', aSubmission.content.slice(0, 200))
  await walker.press('input[type=checkbox]', 'I agree')
  await walker.look('filled in')
  await walker.pressButton('Submit Story')
  await expect
    .poll(async () => {
      const answer = await fetch(`${base}/api/account`, { headers: { Cookie: reader.Cookie } })
      return JSON.stringify(await answer.json())
    })
    .toContain(title)
  await walker.look('sent')
  await walker.goto('/account')
  await walker.sees('Waiting for review')
  await walker.look('account')
})

walk('a buyer pays for a book, downloads it and rates it', async ({ walker, base }) => {
  await walker.goto(`/book/${await aBook(base, 'The Quiet Climb')}`)
  await walker.type('Your Name', 'Ngozi Bassey-Udo')
  await walker.type('Email', `ngozi.${randomUUID()}@buyers.example`)
  await walker.look('purchase')
  await walker.pressButton('Buy Now')
  await walker.isAt(/^\/test-checkout\/ASC-/)
  await walker.look('checkout')
  await walker.pressButton('Pay')
  await walker.isAt(/^\/order\/ASC-[0-9A-Z]{26}\?key=/)
  await walker.sees('Download the PDF')
  await walker.look('bought')
  const status = await walker.evaluate(async () => {
    const link = [...document.querySelectorAll('a')].find((one) => /Download/.test(one.innerText))
    return (await fetch(link?.href ?? '')).status
  })
  expect(status).toBe(200)
  await walker.press('form[data-rate-book] label', '4 stars')
  await walker.pressButton('Rate')
  await walker.sees('Thank you')
  await walker.look('rated')
})

walk('the publisher signs in and publishes a story', async ({ walker, base }) => {
  const { Cookie } = await aReader(base)
  const title = `The light came back ${randomUUID().slice(0, 8)}`
  const sent = await post(`${base}/api/stories`, { ...aSubmission, title }, { Cookie })
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: string }
  await walker.goto('/admin/login')
  await walker.type('Username', publisher.username)
  await walker.type('Password', publisher.password)
  await walker.look('sign-in')
  await walker.pressButton('Access Dashboard')
  await walker.isAt(/^\/admin\/dashboard$/)
  await walker.sees('Welcome, Publisher')
  await walker.look('dashboard')
  for (const [page, heading] of [
    ['books/new', 'Add New Book'],
    ['orders', 'Payments compared'],
    ['invoices', 'No invoices yet'],
    ['discounts', 'No discount codes yet'],
    ['statements', 'No author accounts yet'],
    ['requests', 'No requests yet'],
    ['reviews', 'No reviews yet'],
    ['newsletter', 'Confirmed'],
    ['activity', 'Activity'],
  ] as const) {
    await walker.goto(`/admin/${page}`)
    await walker.sees(heading)
    await walker.look(page.replace('/', ' '))
  }
  await walker.goto(`/admin/stories?story=${id}`)
  await walker.sees(title)
  await walker.look('story')
  await walker.pressButton('Publish')
  await walker.sees('Published. Mail is off: it is kept here, not sent.')
  await walker.look('published')
  await expect.poll(async () => (await fetch(`${base}/story/${id}`)).status).toBe(200)
  await walker.goto(`/story/${id}`)
  await walker.sees(title)
})
