// Takes the pictures of docs/admin: each screen of the publisher's side at 360×800 or 1280×900, with a month of invented
// business:
//   node tests/admin-screenshots.mjs [name of a picture …]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { findProgram } from '../scripts/find-program.mjs'
import { openDemoDatabase } from './bench/demo-database.mjs'
import { base, port, startDemo } from './bench/slow-phone.mjs'
import { prepareFonts } from './e2e/support/fonts.mjs'
import {
  fillMonth,
  fillShop,
  saveDraft,
  sendIn,
  sendNewsletter,
  useOrder,
  writeNewsletter,
} from './fill-month.mjs'

const folder = fileURLToPath(new URL('../docs/admin', import.meta.url))
const wanted = process.argv.slice(2)
const phone = { width: 360, height: 800 }
const laptop = { width: 1280, height: 900 }
/** What a phone's keyboard leaves of the page. */
const besideKeyboard = { width: 360, height: 541 }
/** What the demo answers as a magazine does that has an address and is set up. @type {[string, (answer: any) => object][]} */
const asSetUp = [
  [
    '**/api/admin/tasks',
    ({ firstSteps, tasks, stats, ...answer }) => ({
      ...answer,
      tasks: tasks.filter(({ kind }) => kind !== 'checksFailed'),
      stats: { ...stats, areSalesTests: false },
    }),
  ],
  ['**/api/admin/stats', (answer) => ({ ...answer, off: {}, areSalesTests: false })],
  [
    '**/api/admin/drafts/*/publishing',
    (answer) => ({ ...answer, url: answer.url.replace(base, 'https://ascend.example') }),
  ],
]

/**
 * @typedef {object} Demo
 * @property {string} token
 * @property {import('postgres').Sql} sql
 * @property {import('playwright').Page} page
 */
/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {string | ((demo: Demo) => Promise<string>)} path below /admin
 * @property {{ width: number, height: number }} size
 * @property {boolean} [isDark]
 * @property {(page: import('playwright').Page) => Promise<unknown>} [act]
 */

/** In this order: the later ones add stories and newsletters. @type {Picture[]} */
const pictures = [
  { name: 'dashboard-mobile', path: 'dashboard', size: phone },
  { name: 'dashboard-mobile-dark', path: 'dashboard', size: phone, isDark: true },
  { name: 'dashboard-desktop', path: 'dashboard', size: laptop },
  {
    name: 'new-menu-mobile',
    path: 'dashboard',
    size: phone,
    act: (page) => page.locator('[data-open-new]:visible').first().click(),
  },
  { name: 'stories-mobile', path: 'stories', size: phone },
  {
    name: 'stories-desktop',
    path: 'stories',
    size: laptop,
    act: (page) => page.getByText('Letter to the student').hover(),
  },
  {
    name: 'command-menu-desktop',
    path: 'stories',
    size: laptop,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('akara')
    },
  },
  { name: 'orders-mobile', path: 'orders', size: phone },
  {
    name: 'order-mobile',
    path: async ({ sql }) => `orders?order=${await useOrder(sql)}`,
    size: phone,
  },
  { name: 'discounts-mobile', path: 'discounts', size: phone },
  { name: 'invoices-mobile', path: 'invoices', size: phone },
  {
    name: 'invoice-desktop',
    path: async ({ sql }) => {
      const [{ reference }] = await sql`
        select reference from orders join bank_transfers on order_id = orders.id`
      return `invoices?${new URLSearchParams({ invoice: reference })}`
    },
    size: laptop,
  },
  {
    name: 'statement-desktop',
    path: async ({ sql }) =>
      `statements?account=${(await sql`select id from author_accounts`)[0].id}`,
    size: laptop,
  },
  { name: 'reviews-mobile-dark', path: 'reviews', size: phone, isDark: true },
  { name: 'analytics-mobile', path: 'figures', size: phone },
  { name: 'analytics-mobile-dark', path: 'figures', size: phone, isDark: true },
  {
    name: 'analytics-desktop',
    path: 'figures',
    size: laptop,
    act: async (page) => {
      const { x, y, width } = await page.getByRole('slider').first().boundingBox()
      await page.mouse.move(x + width * 0.91, y + 100)
    },
  },
  { name: 'settings-mobile', path: 'settings', size: phone },
  { name: 'newsletters-empty-mobile', path: 'letters', size: phone },
  {
    name: 'review-mobile',
    path: async ({ sql }) => {
      const [{ id }] = await sql`select id from stories where author_name = 'Tobi Alarape'`
      return `stories?story=${id}`
    },
    size: phone,
  },
  {
    name: 'stories-select-mobile',
    path: 'stories?status=published',
    size: phone,
    act: async (page) => {
      const select = async () => {
        await page.getByRole('button', { name: 'Select', exact: true }).click()
        for (const at of [0, 3]) await page.locator('[data-rows] [type=checkbox]').nth(at).check()
      }
      await select()
      await page.getByRole('button', { name: 'Feature' }).click()
      await page.getByText('2 stories featured').waitFor()
      // This is while the first step can still be undone.
      await select()
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'editor-empty-mobile',
    path: 'stories/new',
    size: phone,
    act: (page) => page.getByRole('textbox', { name: 'Title' }).focus(),
  },
  {
    name: 'editor-insert-mobile',
    path: ({ token }) => aDraftOf(token, lab),
    size: phone,
    act: async (page) => {
      await writeAtTheEnd(page, 'r')
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
    },
  },
  {
    name: 'editor-keyboard-mobile',
    path: ({ token }) => aDraftOf(token, lab),
    size: besideKeyboard,
    act: (page) => writeAtTheEnd(page, 'r'),
  },
  ...[false, true].map((isDark) => ({
    name: isDark ? 'editor-desktop-dark' : 'editor-desktop',
    path: async ({ token, page }) => aDraftOf(token, laptopText, await drawPicture(page, token)),
    size: laptop,
    isDark,
    act: async (page) => {
      await writeAtTheEnd(page)
      await page.keyboard.press('Enter')
      await page.keyboard.type('/pi')
      await page.evaluate(() => scrollTo(0, 0))
      await page.getByRole('button', { name: 'Link' }).hover()
    },
  })),
  {
    name: 'publish-mobile',
    path: async ({ sql, token, page }) => {
      const id = await sendIn(sql, {
        ...akara,
        ...(await drawPicture(page, token)),
        content: lab.join('\n\n').replace(/\*\*|\[|\]\([^)]*\)/g, ''),
        author: { firstName: 'Simisola', lastName: 'Akinwade-Bello', ageBand: '18+' },
        daysAgo: 1,
      })
      return `stories/${id}/edit`
    },
    size: phone,
    act: async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByAltText('What is shown beside the link').waitFor()
    },
  },
  {
    name: 'newsletter-desktop',
    path: async ({ sql, token }) => `letters/${await writeNewsletter(sql, token)}/edit`,
    size: laptop,
    act: async (page) => {
      const frame = page.frameLocator('iframe')
      await frame.getByText('Dear reader').waitFor()
    },
  },
  {
    name: 'newsletter-progress-mobile',
    path: async ({ sql }) => `letters/${await sendNewsletter(sql)}`,
    size: phone,
  },
]

const akara = {
  title: 'She sold akara at dawn. Now she runs the lab.',
  summary:
    'At Bodija market she learned fractions by splitting change. Fifteen years later, the same hands calibrate a soil-testing lab in Ibadan.',
  category: 'Success Stories from Humble Backgrounds',
  authorName: 'Simisola Akinwade-Bello',
  authorRole: 'Young Professional',
}

const begin =
  'The first thing Morenike Alade-Fasan learned to measure was beans. One kongo, two kongos, half for the woman who always paid on Friday.'

const lab = [
  begin,
  '“She said I should go back tomorrow and ask for that same bench. Not another one. **That same one.**”',
  'She asked for the bench. After that she asked for the key, and came in on Saturdays to practise with coloured water, moving it from one beaker to another until her thumb stopped shaking.',
  'The lab began with a second-hand [pH meter](https://ascend.example/story) and a loan from a cooperative whose members sell peppe',
]

const laptopText = [
  begin,
  '>> I am still weighing things for people who think I am cheating them.',
  'She is twenty-nine. She and four technicians test soil.',
]

async function aDraftOf(token, paragraphs, picture = {}) {
  const story = { ...akara, content: paragraphs.join('\n\n'), ...picture }
  const { id } = await saveDraft(token, story)
  return `stories/${id}/edit`
}

/** The art of the akara story as a picture that somebody uploaded. */
async function drawPicture(page, token) {
  const { id } = (await (await page.request.get(`${base}/api/stories?pageSize=1`)).json())[0]
  const html = await (await page.request.get(`${base}/story/${id}`)).text()
  const [art] = /\/api\/art\/story\/[\w/-]+\.svg/.exec(html)
  const svg = await (await page.request.get(base + art)).body()
  const buffer = await sharp(svg, { density: 300 }).resize(1600).png().toBuffer()
  const answer = await page.request.post(`${base}/api/admin/uploads`, {
    multipart: { file: { name: 'akara.png', mimeType: 'image/png', buffer } },
    headers: { Authorization: `Bearer ${token}` },
  })
  const { url } = await answer.json()
  return {
    imageUrl: url,
    imageAlt: 'A woman in a white coat on a staircase at sunrise',
    imageFocus: 'right-top',
  }
}

async function writeAtTheEnd(page, text = '') {
  const field = page.locator('#content[contenteditable="true"]')
  await field.locator('p').last().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

async function takePictures(token, sql) {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox'],
    env: { ...process.env, FONTCONFIG_FILE: await prepareFonts() },
  })
  for (const { name, path, size, isDark, act } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const isPhone = size !== laptop
    const context = await browser.newContext({
      viewport: size,
      deviceScaleFactor: isPhone ? 2 : 1,
      isMobile: isPhone,
      hasTouch: isPhone,
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    })
    for (const [url, change] of asSetUp)
      await context.route(url, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: change(await response.json()) })
      })
    const page = await context.newPage()
    await page.addInitScript((stored) => localStorage.setItem('adminToken', stored), token)
    const address = typeof path === 'string' ? path : await path({ token, sql, page })
    await page.goto(`${base}/admin/${address}`)
    await page.waitForLoadState('networkidle')
    await act?.(page)
    if (await page.locator('[data-save-state]').count())
      await page.locator('[data-save-state=saved]').waitFor({ state: 'attached' })
    // A caret that blinks would be in some pictures only.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { caret-animation: manual }')
      document.adoptedStyleSheets.push(sheet)
    })
    await page.waitForTimeout(1000)
    const png = await page.screenshot({ caret: 'initial' })
    const whole = size === besideKeyboard ? await aboveKeyboard(context, png) : png
    // It has few colours, which is less than half of the bytes.
    const flat = await sharp(whole).png({ palette: true, colours: 64, dither: 0 }).toBuffer()
    const picture = await sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer()
    writeFileSync(join(folder, `${name}.webp`), picture)
    await context.close()
  }
  await browser.close()
}

async function aboveKeyboard(context, png) {
  const page = await context.newPage()
  const height = phone.height - besideKeyboard.height
  await page.setViewportSize({ width: phone.width, height })
  await page.goto(new URL('fixtures/keyboard.html', import.meta.url).href)
  const keyboard = await page.screenshot()
  return sharp(png)
    .extend({ bottom: height * 2 })
    .composite([{ input: keyboard, left: 0, top: besideKeyboard.height * 2 }])
    .png()
    .toBuffer()
}

await startDemo(async (token) => {
  const sql = openDemoDatabase(port)
  await fillMonth(sql, token)
  await fillShop(sql, token)
  await takePictures(token, sql)
  await sql.end()
})
