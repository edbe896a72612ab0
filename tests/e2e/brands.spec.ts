import { join } from 'node:path'
import type { APIRequestContext, Page } from 'playwright/test'
import sharp from 'sharp'
import { lookStyles } from '#art/look/look-styles.ts'
import { headlineFaces, type Look, motifs, readyPalettes } from '#contract/settings/look.ts'
import { siteTitle } from '#site/lib/pages/site-title.ts'
import { type Random, randomFrom } from '#tests/fixtures/random.ts'
import { aToken } from './admin/publisher.ts'
import { violationsInLightAndDark } from './support/axe.ts'
import { booksOf, storiesOf } from './support/content.ts'
import { ownService } from './support/own-service.ts'
import { releaseMs } from './support/service.ts'
import { expect, isHydrated, phone, test } from './support/test.ts'
import { tooWide } from './support/too-wide.ts'
import { countTraffic, forgetVisits, kilobytes, partsOf, watchShifts } from './support/traffic.ts'

// Fifty magazines that somebody might make of this one. `npm run test:long` runs it, and leaves their landing pages on
// one sheet, test-results/brands.webp, which docs/brands.webp is a copy of.

const count = Number(process.env['BRANDS'] ?? 50)
/** The same brands each time; another number draws others. */
const seed = Number(process.env['BRANDS_SEED'] ?? 2026)

type Brand = Look & { name: string; tagline: string }

ownService(undefined, { weighs: true })
test.use(phone)

test('fifty brands drawn at random can be read, fit every screen and stay within the budgets', async ({
  page,
  request,
}) => {
  test.setTimeout(3_600_000)
  const headers = { Authorization: `Bearer ${await aToken(request)}` }
  const [[story], [book]] = await Promise.all([storiesOf(request), booksOf(request)])
  const paths = [
    '/',
    `/story/${story?.id}`,
    `/book/${book?.id}`,
    '/sign-in?mode=create',
    '/admin/login',
  ]
  const shiftsOf = await watchShifts(page)
  const draw = randomFrom(seed)
  const found: string[] = []
  const pictures: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const brand = await aBrand(draw, index, request, headers)
    await wear(request, headers, brand)
    found.push(...(await overBudget(page, brand, shiftsOf)))
    pictures.push(await page.screenshot())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of paths) {
      const where = `${JSON.stringify(brand)} ${path}`
      await page.goto(path)
      await isHydrated(page)
      found.push(...(await violationsInLightAndDark(page, where)))
      found.push(...(await tooWide(page, where, [320, 360, 1280])))
      await page.setViewportSize(phone.viewport)
    }
  }
  await drawSheet(pictures, join('test-results', 'brands.webp'))
  expect(found).toEqual([])
})

const firstWords = ['Ọ̀nà', 'Harmattan', 'Kọ́lá', 'Zuma', 'New Lagoon', 'Arewa', 'Ìròyìn', 'Savannah']
const lastWords = ['', 'Press', 'Readers', 'Weekly', 'Ƙaura', 'of Ẹ̀gbá Youth']
/** Those that need the most room, and the least. */
const narrowest = 'Ìj'
const widest = 'WWWW MMMM WWWW MMMM WWWW MMM'
const taglines = ['', 'Young and climbing', 'Stories of the ones who did not give up.']

async function aBrand(
  draw: Random,
  index: number,
  request: APIRequestContext,
  headers: Record<string, string>,
): Promise<Brand> {
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(draw() * all.length)] as T
  const keysOf = <Name extends string>(table: Record<Name, string>) => Object.keys(table) as Name[]
  const aColour = () =>
    `#${Math.floor(draw() * 0x1000000)
      .toString(16)
      .padStart(6, '0')
      .toUpperCase()}`
  const drawn = `${oneOf(firstWords)} ${oneOf(lastWords)}`.trim()
  const logos: (() => Promise<Look['logo']>)[] = [
    async () => ({ kind: 'step' }),
    async () => ({ kind: 'letter' }),
    async () => ({ kind: 'motif', motif: oneOf(motifs) }),
    async () => ({ kind: 'file', id: await uploadLogo(aColour(), request, headers) }),
  ]
  const own = draw() < 0.7 && { own: aColour() }
  return {
    name: [narrowest, widest][index] ?? drawn,
    tagline: oneOf(taglines),
    palette: oneOf(keysOf(readyPalettes)),
    ...own,
    face: oneOf(keysOf(headlineFaces)),
    logo: await oneOf(logos)(),
  }
}

async function uploadLogo(
  colour: string,
  request: APIRequestContext,
  headers: Record<string, string>,
): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="${colour}"/></svg>`
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  const answer = await request.post('/api/admin/logo', { headers, multipart: { file } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}

/** Publishes a look, and waits until readers see it. */
async function wear(
  request: APIRequestContext,
  headers: Record<string, string>,
  brand: Brand,
): Promise<void> {
  const path = '/api/admin/settings/look'
  const { revision: before } = await (await request.get(path, { headers })).json()
  const data = { value: brand, revision: before }
  const saved = await request.put(`${path}/draft`, { headers, data })
  const { revision } = await saved.json()
  const answer = await request.post(`${path}/publish`, { headers, data: { revision } })
  expect(answer.status(), `${JSON.stringify(brand)}: ${await answer.text()}`).toBe(200)
  const landing = async () => (await request.get('/')).text()
  await expect.poll(landing, { timeout: releaseMs }).toContain(`<title>${siteTitle(brand)}`)
  expect(await landing()).toContain(lookStyles(brand))
}

/** What the landing page of a first visit has beyond its budgets (specification 12.1), and what jumps in it. */
async function overBudget(
  page: Page,
  brand: Brand,
  shiftsOf: Awaited<ReturnType<typeof watchShifts>>,
): Promise<string[]> {
  await forgetVisits(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const traffic = await countTraffic(page)
  const answer = await page.goto('/')
  await traffic.isQuiet()
  const { styleBytes } = partsOf((await answer?.text()) ?? '')
  const total = kilobytes(traffic.totalBytes())
  const { score, shifts } = await shiftsOf()
  await traffic.stop()
  // What a page names twice comes once.
  const files = traffic.all().filter(({ bytes }) => bytes > 0)
  // Letters of a name that no other word on the page has are in a slice of the face of their own.
  const most = /[ƁƊƘṄṢɓɗƙṅṣ]/.test(brand.name) ? 11 : 10
  const where = JSON.stringify(brand)
  console.log(
    `${where}: ${total} of 60 KB, ${kilobytes(styleBytes)} of 9 KB of CSS, shift ${score.toFixed(4)}`,
  )
  return [
    ...(files.length > most ? [`${where}: ${files.length} files of ${most}`] : []),
    ...(total > 60 ? [`${where}: ${total} of 60 KB`] : []),
    ...(kilobytes(styleBytes) > 9 ? [`${where}: ${kilobytes(styleBytes)} of 9 KB of CSS`] : []),
    ...(score >= 0.02 ? [`${where}: layout shift ${score}: ${JSON.stringify(shifts)}`] : []),
  ]
}

/** Ten pictures in a row, each 135 pixels wide. */
async function drawSheet(pictures: Buffer[], file: string) {
  const [width, height, gap] = [135, 300, 9]
  const small = await Promise.all(
    pictures.map((picture) => sharp(picture).resize(width, height).png().toBuffer()),
  )
  const rows = Math.ceil(small.length / 10)
  await sharp({
    create: {
      width: 10 * (width + gap) + gap,
      height: rows * (height + gap) + gap,
      channels: 3,
      background: '#777',
    },
  })
    .composite(
      small.map((input, index) => ({
        input,
        left: gap + (index % 10) * (width + gap),
        top: gap + Math.floor(index / 10) * (height + gap),
      })),
    )
    .webp({ quality: 60 })
    .toFile(file)
}
