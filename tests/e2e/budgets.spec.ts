import type { APIRequestContext, Page, Request } from 'playwright/test'
import { booksOf, bookTitled, magazinePages, storiesOf, storyTitled } from './support/content.ts'
import { longChapters } from './support/long-chapters.ts'
import { inDatabase } from './support/service.ts'
import { desktop, expect, phone, test } from './support/test.ts'
import {
  countTraffic,
  type Fetched,
  forgetVisits,
  kilobytes,
  partsOf,
  watchShifts,
} from './support/traffic.ts'

const isLong = Boolean(process.env['LONG_RUNS'])

const opinions = [
  'I read it on the bus from Onitsha, standing, and missed my stop twice. The second chapter is my aunt to the life: she counts the change before she greets you. What I take from it is the notebook: write down what you owe before you write down what you want. I did it for a month and found four thousand naira. The part about the generator is too long, and I would have liked more about Bisi, who knows everything and says little. I lent it to my brother, who has not given it back. Buy it for whoever is going to university this year, and read it first yourself.',
  'Ìwé yìí dára gan-an. Ọ̀rẹ́ mi ni ó kọ́kọ́ sọ fún mi nípa rẹ̀, mo sì rà á ní ọjọ́ kejì. Àwọn ọ̀rọ̀ rẹ̀ rọrùn láti yé, àwọn ìtàn rẹ̀ sì jọ ti àdúgbò wa: ọjà, ilé-ìwé, àti àwọn tí ń ta oúnjẹ ní ẹ̀bá ọ̀nà. Mo kọ́ bí a ṣe ń ṣètò owó kékeré, bí a ṣe ń bi ènìyàn ní ìbéèrè tí ó tọ́, àti bí a ṣe ń dúró nígbà tí ohun gbogbo kò bá lọ bí a ṣe rò. Ohun kan ṣoṣo tí mo fẹ́ ni pé kí ó gùn díẹ̀ sí i. Mo máa ra ọ̀kan fún àbúrò mi tí ó ń lọ sí ilé-ẹ̀kọ́ gíga ní ọdún yìí, mo sì rò pé kí gbogbo ọ̀dọ́ kà á. Ẹni tí ó bá fẹ́ ra á, kí ó má ṣe jáfara: owó rẹ̀ kò tó ti oúnjẹ ọ̀sán méjì, ọgbọ́n inú rẹ̀ sì pọ̀ jù bẹ́ẹ̀ lọ.',
  'As a teacher I look for books that my class of fifty-two will finish. They finished this one in nine days and quarrelled over the ending for three more. The language is plain, the sums are right, and nobody in it becomes rich by luck. Two boys have started to sell puff-puff at the gate with a ledger that puts mine to shame. I would have wished for questions at the end of the chapters and for larger letters in the tables, which are hard to read on a small phone. For a school it is worth every kobo: we bought a set, and the parents asked for more copies at the meeting.',
]

/** The reviews are as three buyers wrote them, and the publisher approved them. */
async function giveReviews(sql: Parameters<Parameters<typeof inDatabase>[0]>[0], bookId: string) {
  for (const [index, text] of opinions.entries()) {
    const buyer = { bookId, buyerEmail: `buyer-${index}@buyers.example` }
    await sql`
      insert into orders (reference, key_hash, book_id, book_title, author_name, unit_kobo, quantity, amount_kobo,
        payment_method, provider, is_test, buyer_name, buyer_email, state, paid_at)
      select ${`ASC-BUDGET-${index}`}, ${`budget-${index}`}, id, title, author_name, 0, 1, 0,
        'card', 'free', false, 'Ngozi', ${buyer.buyerEmail}, 'paid', now()
      from books where id = ${bookId} on conflict do nothing`
    await sql`insert into book_ratings ${sql({ ...buyer, rating: 5 - index })} on conflict do nothing`
    await sql`
      insert into book_reviews ${sql({ ...buyer, name: 'Ngozi B.', text, state: 'shown', decidedAt: new Date() })}
      on conflict do nothing`
  }
}

const toLine = ({ kind, url, bytes, encoding }: Fetched) =>
  `  ${kilobytes(bytes).toFixed(1).padStart(6)} KB ${encoding.padEnd(8)} ${kind.padEnd(10)} ${new URL(url).pathname}`

/** KB of 1024, on the wire with headers (specification 12.1). */
const budgets: [
  name: string,
  path: (request: APIRequestContext) => Promise<string>,
  all: number,
  script: number,
][] = [
  ['the landing page', async () => '/', 60, 10],
  ['About', async () => '/about', 40, 5],
  [
    'a story of 900 words',
    async (request) =>
      `/story/${(await storyTitled(request, 'Letter to the student who repeated a year')).id}`,
    40,
    5,
  ],
  ['a category', async () => '/category/faith-and-inspiration', 60, 5],
  ['the books', async () => '/books', 60, 10],
  ['a chapter of 2,500 words', async (request) => (await longChapters(request))[0] ?? '', 44, 8],
  [
    'a book with its purchase box',
    async (request) => `/book/${(await bookTitled(request, 'The Quiet Climb')).id}`,
    40,
    9,
  ],
  [
    'a book with three long reviews',
    async (request) => {
      const { id } = await bookTitled(request, 'The Saturday Club Handbook')
      await inDatabase((sql) => giveReviews(sql, id))
      return `/book/${id}`
    },
    40,
    9,
  ],
  [
    'the sample of a book',
    async (request) => `/book/${(await bookTitled(request, 'The Quiet Climb')).id}/sample`,
    40,
    5,
  ],
]

/** Every element costs a phone time before the first paint. */
const allowedElements: Record<string, number> = { 'the landing page': 1310, 'the books': 900 }

test.describe('on a phone that comes for the very first time', () => {
  // The service worker runs, which caches nothing before its reader's first sign.
  test.use({ ...phone, serviceWorkers: 'allow' })

  test('before scrolling a page costs at most ten files, and so many KB in all and of script as are allowed for it', async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000)
    for (const [name, path, allowed, allowedScript] of budgets) {
      await test.step(`${name}: ${allowed} KB in all, ${allowedScript} KB of script`, async () => {
        await forgetVisits(page)
        const ofWorker: string[] = []
        const listen = (asked: Request) => asked.serviceWorker() && ofWorker.push(asked.url())
        page.context().on('request', listen)
        const traffic = await countTraffic(page)
        const answer = await page.goto(await path(request))
        await traffic.isQuiet()
        page.context().off('request', listen)
        const fetched = traffic.all()
        const asked = [...fetched.map(({ url }) => url), ...ofWorker]
        expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10)
        const html = (await answer?.text()) ?? ''
        const { inlineScriptBytes, styleBytes, styleTextBytes } = partsOf(html)
        const total = kilobytes(traffic.totalBytes())
        const script = kilobytes(traffic.scriptBytes() + inlineScriptBytes)
        console.log(
          [
            `${name}: ${total} of ${allowed} KB in all, ${script} of ${allowedScript} KB of script (${kilobytes(inlineScriptBytes)} of it inline), ${kilobytes(styleBytes)} of 9 KB of CSS (${kilobytes(styleTextBytes)} unpacked)`,
            ...fetched.map(toLine),
          ].join('\n'),
        )
        const document = fetched.find(({ kind }) => kind === 'Document')
        expect(document?.encoding, 'the page comes in Brotli').toBe('br')
        for (const { kind, encoding, bytes, url } of fetched) {
          expect(bytes, `${url} comes from the network`).toBeGreaterThan(0)
          if (['Script', 'Stylesheet'].includes(kind) && bytes > 1500)
            expect(encoding, url).toBe('br')
        }
        expect.soft(total, 'in all').toBeLessThanOrEqual(allowed)
        expect.soft(script, 'of script').toBeLessThanOrEqual(allowedScript)
        expect.soft(kilobytes(styleBytes), 'of CSS').toBeLessThanOrEqual(9)
        const elements = await page.locator('*').count()
        expect.soft(elements, 'elements').toBeLessThanOrEqual(allowedElements[name] ?? 500)
        expect(html, 'any text comes after the face is asked for').toMatch(
          /<body[^>]*>\s*<link [^>]*as="?font/,
        )
        expect(html, 'CSS stands in the page').not.toMatch(/<link[^>]+rel="?stylesheet/)
        await traffic.stop()
      })
    }

    await test.step('no other page carries more CSS than 9 KB', async () => {
      const [book] = await booksOf(request)
      for (const path of [
        '/resources',
        '/offline',
        '/publications/growing-right',
        '/terms',
        '/privacy',
        '/submit',
        '/publish',
        '/nowhere',
        `/book/${book?.id}`,
        '/?category=x',
        '/books?search=x',
        ...magazinePages,
      ]) {
        const { styleBytes } = partsOf(await (await request.get(path)).text())
        console.log(`${path}: ${kilobytes(styleBytes)} of 9 KB of CSS`)
        expect(kilobytes(styleBytes), path).toBeLessThanOrEqual(9)
      }
    })
  })
})

/** Opens a page, goes to its end as a reader does, and checks that nothing jumped meanwhile. */
async function readToTheEnd(page: Page, path: string, { traffic, shiftsOf }: Watched) {
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(200)
  await traffic.isQuiet()
  await traffic.scrollToEnd()
  const { score, shifts } = await shiftsOf()
  console.log(`${path.slice(0, 7)}: layout shift ${score.toFixed(4)}`)
  expect.soft(score, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.02)
  return (await answer?.text()) ?? ''
}

interface Watched {
  traffic: Awaited<ReturnType<typeof countTraffic>>
  shiftsOf: Awaited<ReturnType<typeof watchShifts>>
}

async function watch(page: Page, how: Parameters<typeof countTraffic>[1]): Promise<Watched> {
  return { shiftsOf: await watchShifts(page), traffic: await countTraffic(page, how) }
}

/** The addresses of the pages that are visited most. */
async function mostVisited(request: APIRequestContext) {
  const [[story], [book]] = await Promise.all([storiesOf(request), booksOf(request)])
  return { story: `/story/${story?.id}`, book: `/book/${book?.id}` }
}

test.describe('on a phone that comes for the first time', () => {
  test.use(phone)

  for (const [name, how] of Object.entries({
    'on a slow connection': { connection: 'slow' },
    'under data saver': { savesData: true },
  } as const)) {
    test(`${name}, the whole landing page costs at most 130 KB and no React, and nothing jumps`, async ({
      page,
      request,
    }) => {
      const watched = await watch(page, how)
      const { traffic } = watched
      await readToTheEnd(page, '/', watched)
      const total = kilobytes(traffic.totalBytes())
      const script = kilobytes(traffic.scriptBytes())
      console.log(
        `the landing page to its end ${name}: ${total} of 130 KB in all, ${script} KB of script files`,
      )
      expect(await reactFilesOf(request, traffic.scripts())).toEqual([])
      expect(total).toBeLessThanOrEqual(130)
      if ('savesData' in how) return
      const { story } = await mostVisited(request)
      for (const path of [story, '/books']) await readToTheEnd(page, path, watched)
    })
  }

  test('on a fast connection, the landing page to its end costs at most 125 KB of script, nothing jumps, no page asks another site, and a second visit loads almost nothing', async ({
    page,
    request,
  }) => {
    const watched = await watch(page, { connection: 'fast' })
    const { traffic } = watched
    const { inlineScriptBytes } = partsOf(await readToTheEnd(page, '/', watched))
    await expect(page.locator('[aria-roledescription=slide]').nth(1)).toHaveJSProperty(
      'inert',
      true,
    )
    const scripts = () => traffic.scripts().map(toLine)
    // Whoever reads to the end stays for the five seconds after which a page is counted.
    await expect.poll(scripts).toContainEqual(expect.stringContaining('/count-page.'))
    await traffic.isQuiet()
    const script = kilobytes(traffic.scriptBytes() + inlineScriptBytes)
    console.log(
      `the landing page to its end on a fast connection: ${kilobytes(traffic.totalBytes())} KB in all, ${script} of 125 KB of script, React included`,
    )
    expect(script, scripts().join('\n')).toBeLessThanOrEqual(125)

    const { story, book } = await mostVisited(request)
    const alike = [
      '/?category=Faith+and+Inspiration',
      '/books?search=a',
      '/resources',
      '/terms',
      '/privacy',
      ...magazinePages,
    ]
    for (const path of [story, '/books', book, '/about', ...(isLong ? alike : [])]) {
      await readToTheEnd(page, path, watched)
      for (const share of await page.getByRole('button', { name: /^Share/ }).all())
        await share.hover()
      await traffic.isQuiet()
    }
    // What a page says in its console, its policy and its requests is watched in every test (test.ts).
    for (const { url } of traffic.all()) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)

    await page.goto('about:blank')
    const before = traffic.totalBytes()
    await page.goto('/')
    await traffic.isQuiet()
    const again = kilobytes(traffic.totalBytes() - before)
    console.log(`the landing page a second time: ${again} KB`)
    expect(again).toBeLessThanOrEqual(5)
  })

  test('a reading session of five pages weighs at most 128 KB without differences', async ({
    page,
    request,
  }) => {
    // It asks as every other browser does: Chromium gets differences (differences.spec.ts).
    await page.setExtraHTTPHeaders({ 'Sec-CH-UA': '"Other";v="1"' })
    const [first, second] = await storiesOf(request)
    const [book] = await booksOf(request)
    const paths = [
      '/',
      `/story/${first?.id}`,
      `/story/${second?.id}`,
      '/books',
      `/book/${book?.id}`,
    ]
    // Every reader after the first few gets them so: what is asked for again is compressed better.
    for (const path of [...paths, ...paths, ...paths])
      await request.get(path, { headers: { 'Accept-Encoding': 'br' } })
    const traffic = await countTraffic(page)
    for (const path of paths) {
      await page.goto(path)
      await traffic.isQuiet()
    }
    const total = kilobytes(traffic.totalBytes())
    console.log(`a reading session of five pages: ${total} of 128 KB`)
    expect(total).toBeLessThanOrEqual(128)
  })
})

test.describe('on a desktop', () => {
  test.use(desktop)

  for (const connection of ['slow', 'fast'] as const) {
    test(`on a desktop with a ${connection} connection nothing jumps while pages load and are read`, async ({
      page,
      request,
    }) => {
      const { story } = await mostVisited(request)
      const watched = await watch(page, { connection })
      for (const path of connection === 'slow' && !isLong ? ['/'] : ['/', story, '/books'])
        await readToTheEnd(page, path, watched)
    })
  }
})

/** The script files that hold React's renderer, by the address that its errors name. */
async function reactFilesOf(
  request: APIRequestContext,
  scripts: { url: string }[],
): Promise<string[]> {
  const found: string[] = []
  for (const { url } of scripts) {
    if ((await (await request.get(url)).text()).includes('react.dev/errors')) found.push(url)
  }
  return found
}
