import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright/test'
import { openDatabase } from '#db/sql.ts'
import { aSubmission } from '#tests/submissions.ts'
import { aPhoto, aPicture } from '../pictures.ts'
import { password, signedIn } from './readers.ts'
import { desktop, expect, holdBack, phone, test } from './test.ts'
import { countTraffic, watchShifts } from './traffic.ts'

test.use({ expectedErrors: /status of (400|401|404|409|413|415|500|503)|ERR_FAILED/ })

const errors = {
  'Your Name': 'Name must be at least 2 characters',
  'Your Role': 'Please select your role',
  'Story Category': 'Please select a category',
  'Story Title': 'Title must be at least 10 characters',
  'Story Summary': 'Summary must be at least 50 characters',
  'Your Story': 'Content must be at least 100 characters',
}
const termsText = 'Please agree to the terms and conditions to submit your feature.'

/** A story that nobody else sends. */
function aStory() {
  return {
    ...aSubmission,
    title: `How our street got its light back ${Date.now()}${Math.random()}`,
  }
}

async function opened(page: Page, path = '/submit') {
  await page.goto(path)
  // Its button works only with script.
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
}

async function fillIn(page: Page, story = aStory()) {
  await page.getByLabel('Your Name').fill(story.authorName)
  await page.getByLabel('Your Role').selectOption(story.authorRole)
  await page.getByLabel('Story Category').selectOption(story.category)
  await page.getByLabel('Story Title').fill(story.title)
  await page.getByLabel('Story Summary').fill(story.summary)
  await page.getByLabel('Your Story').fill(story.content)
  return story
}

const send = (page: Page) => page.getByRole('button', { name: 'Submit Story' }).click()
const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree' }).check()

/** The stories that the reader has sent, as the account tells them. */
async function sentBy(page: Page) {
  const { submissions } = await (await page.request.get('/api/account')).json()
  return submissions as { id: string; title: string; state: string }[]
}

/** As the publisher returns a story: with a note to its author. */
async function returnStory(id: string, note: string, baseURL: string | undefined) {
  const file = join(tmpdir(), `ascend-e2e-${new URL(baseURL ?? '').port}.json`)
  const { databaseUrl } = JSON.parse(await readFile(file, 'utf8')) as { databaseUrl: string }
  const sql = openDatabase(databaseUrl, { max: 1 })
  await sql`update stories set status = 'returned', review_note = ${note} where id = ${id}`
  await sql.end()
}

/** What a screen reader says after the field's name. */
function noteAt(field: Locator) {
  return field.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.innerText,
  )
}

test.describe('a visitor', () => {
  test('is told to sign in, and is led there and back', async ({ page }) => {
    await page.goto('/submit')
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Authentication Required')
    await expect(toast).toContainText('You need to log in to submit your feature. Redirecting...')
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
  })

  test('whose session has ended meanwhile is told so too', async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
    await page.goto('/submit')
    await expect(page.getByRole('alert')).toContainText('Authentication Required')
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
  })
})

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use(size)

    test(`on a ${device}, blocks of the form's own shape cover it until the reader is known`, async ({
      page,
    }) => {
      await signedIn(page)
      const shiftsOf = await watchShifts(page)
      const release = await holdBack(page, /\/api\/auth\/user/)
      await page.goto('/submit')
      const name = page.locator('#authorName')
      const form = page.locator('#story-form')
      await expect(page.locator('[data-awaits-reader]')).toHaveAttribute('aria-busy', 'true')
      await expect(name).toBeHidden()
      await expect(page.getByRole('button', { name: 'Submit Story' })).toBeHidden()
      const control = page.locator('.form-control').first()
      expect(await control.evaluate((box) => getComputedStyle(box).backgroundColor)).not.toBe(
        'rgba(0, 0, 0, 0)',
      )
      const before = await form.boundingBox()
      release()
      await expect(name).toBeVisible()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      expect(await form.boundingBox()).toEqual(before)
      const { score, shifts } = await shiftsOf()
      expect(score, JSON.stringify(shifts)).toBeLessThan(0.02)
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(colorScheme, () => {
        test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

        test(`on a ${device}, in ${colorScheme}, the form keeps WCAG 2.2 AA with all its errors and a picture`, async ({
          page,
        }) => {
          await signedIn(page)
          await opened(page)
          await page.getByLabel('Drop files here').setInputFiles({
            name: 'a.jpg',
            mimeType: 'image/jpeg',
            buffer: await aPicture(60, 40).jpeg().toBuffer(),
          })
          await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
          await page.getByLabel('Story Summary').fill('x'.repeat(201))
          await send(page)
          await expect(page.getByText('Please fix 6 fields')).toBeVisible()
          const { violations } = await new AxeBuilder({ page })
            .setLegacyMode()
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .analyze()
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
        })
      })
    }
  })
}

test.describe('a reader who writes', () => {
  test.use(desktop)

  test('learns of a mistake on leaving a field, and it goes once it is mended', async ({
    page,
  }) => {
    await signedIn(page)
    await opened(page)
    const title = page.getByLabel('Story Title')
    await title.fill('My maths')
    await expect(title).not.toHaveAttribute('aria-invalid')
    await title.press('Tab')
    await expect(title).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => noteAt(title)).toBe('Title must be at least 10 characters')
    await expect(page.getByText('Please fix')).toBeHidden()
    await title.fill('My maths, and yours')
    await expect(title).not.toHaveAttribute('aria-invalid')
    await expect(page.getByText('Title must be at least 10 characters')).toBeHidden()

    const minutes = page.getByLabel('Estimated Read Time (minutes)')
    for (const wrong of ['0', '61', '2.5', '']) {
      await minutes.fill(wrong)
      await minutes.blur()
      await expect
        .poll(() => noteAt(minutes))
        .toBe('Read time must be a whole number from 1 to 60 minutes')
    }
    const image = page.getByLabel('Image URL')
    await image.fill('javascript:alert(1)')
    await image.blur()
    await expect
      .poll(() => noteAt(image))
      .toBe('Please enter a web address that begins with http:// or https://')
  })

  test('is led to every field that is missing, the first of them at once', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await agree(page)
    await send(page)
    await expect(page.getByLabel('Your Name')).toBeFocused()
    for (const [label, message] of Object.entries(errors)) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
      await expect.poll(() => noteAt(page.getByLabel(label))).toBe(message)
    }
    const summary = page.locator('.form-summary')
    await expect(summary).toContainText('Please fix 6 fields')
    await expect(summary.getByRole('link')).toHaveText(Object.keys(errors))
    await summary.getByRole('link', { name: 'Your Story' }).click()
    await expect(page.getByLabel('Your Story')).toBeFocused()
    await expect(page.getByText('Your Story *')).toBeInViewport()
    await page.keyboard.type('word '.repeat(25))
    await expect(summary).toContainText('Please fix 5 fields')
    expect(await sentBy(page)).toEqual([])
  })

  test('presses a button as a message appears above it, and the press counts', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await page.getByLabel('Your Story').fill('Short')
    const button = page.getByRole('button', { name: 'Save as Draft' })
    await button.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
    await page.mouse.move(x + 20, y + 4)
    await page.mouse.down()
    // Long enough for a message to be drawn, if the field were checked while the button is held.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
    })
    await page.mouse.up()
    await expect(page.getByRole('status').filter({ hasText: 'Draft Saved' })).toContainText(
      'Your story has been saved as a draft.',
    )
    await expect(page.getByText(errors['Your Story'])).toBeVisible()
  })

  test('has to agree to the terms', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await fillIn(page)
    await send(page)
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Terms Required')
    await expect(toast).toContainText(termsText)
    const box = page.getByRole('checkbox', { name: 'I agree' })
    await expect(box).toBeFocused()
    await expect.poll(() => noteAt(box)).toBe(termsText)
    expect(await sentBy(page)).toEqual([])
    await expect(page.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute(
      'href',
      '/terms',
    )
  })

  test('sends a story, is thanked, and finds a fresh form', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const story = await fillIn(page)
    await page.getByLabel('Video URL').fill('https://video.example/watch?v=1')
    await agree(page)
    await send(page)
    await expect(page.getByRole('status').filter({ hasText: 'Feature Submitted!' })).toContainText(
      "Your feature has been submitted for review. We'll notify you once it's published.",
    )
    await expect(page.locator('#sent')).toBeFocused()
    for (const label of ['Your Name', 'Your Role', 'Story Title', 'Your Story', 'Video URL']) {
      await expect(page.getByLabel(label)).toHaveValue('')
    }
    await expect(page.getByLabel('Estimated Read Time (minutes)')).toHaveValue('5')
    await expect(page.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    expect(await sentBy(page)).toMatchObject([{ title: story.title, state: 'submitted' }])
    // The draft has done its work.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
    await expect(page.getByLabel('Story Title')).toHaveValue('')
    await expect(page.getByText('is back.')).toBeHidden()
  })

  test('presses twice and sends once', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await fillIn(page)
    await agree(page)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/stories')) posts++
    })
    const release = await holdBack(page, /\/api\/stories$/)
    const button = page.locator('.form-submit')
    const width = (await button.boundingBox())?.width
    await button.dblclick()
    await expect(button).toHaveText(/Submitting\.\.\./)
    await expect(page.getByRole('button', { name: 'Submitting...' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    expect((await button.boundingBox())?.width).toBe(width)
    await button.press('Enter')
    release()
    await expect(page.locator('#sent')).toBeVisible()
    expect(await sentBy(page)).toHaveLength(1)
    expect(posts).toBe(1)
  })

  test('sends again after the answer was lost, and it is stored once', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const story = await fillIn(page)
    await agree(page)
    await page.route(/\/api\/stories$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send(page)
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Error')
    await expect(toast).toContainText('Failed to submit feature. Please try again.')
    await expect(page.getByLabel('Story Title')).toHaveValue(story.title)
    await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
    expect(await sentBy(page)).toHaveLength(1)
    await page.unroute(/\/api\/stories$/)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
    expect(await sentBy(page)).toHaveLength(1)
  })

  test('is told at the field what the server alone knows', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await fillIn(page)
    await agree(page)
    const message = 'Please choose another title'
    await page.route(/\/api\/stories$/, (route) =>
      route.fulfill({ status: 400, json: { message: 'No', errors: { title: [message] } } }),
    )
    await send(page)
    const title = page.getByLabel('Story Title')
    await expect(title).toBeFocused()
    await expect.poll(() => noteAt(title)).toBe(message)
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await title.press('!')
    await expect(page.getByText(message)).toBeHidden()
  })

  test('may write a book of a story', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const story = { ...aStory(), content: 'Ọ̀rọ̀ púpọ̀ kò kún agbọ̀n. '.repeat(3500) }
    await fillIn(page, story)
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
    const [{ id } = { id: '' }] = await sentBy(page)
    const stored = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(stored.content).toBe(story.content.trim())
    expect(stored.readTimeMinutes).toBe(60)
  })

  test('is proposed a read time, until they set one', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const minutes = page.getByLabel('Estimated Read Time (minutes)')
    await expect(minutes).toHaveValue('5')
    await page.getByLabel('Your Story').fill('goat '.repeat(410))
    await expect(minutes).toHaveValue('3')
    await minutes.fill('9')
    await page.getByLabel('Your Story').fill('goat '.repeat(900))
    await expect(minutes).toHaveValue('9')
  })

  test('sees how long the summary is, and may go beyond what is suggested', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const summary = page.getByLabel('Story Summary')
    await expect(summary).toHaveAttribute('placeholder', /50-200/)
    await summary.fill('x'.repeat(200))
    await expect.poll(() => noteAt(summary)).toBe('200 of 50-200 characters')
    const count = page.locator('#summary-note span')
    const calm = await count.evaluate((it) => getComputedStyle(it).backgroundColor)
    await summary.fill('x'.repeat(201))
    await expect.poll(() => noteAt(summary)).toBe('201 characters: more than the 200 we suggest')
    expect(await count.evaluate((it) => getComputedStyle(it).backgroundColor)).not.toBe(calm)
    await fillIn(page, { ...aStory(), summary: 'x'.repeat(300) })
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
  })

  test('sees the default picture follow the title and the category', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const picture = page.getByRole('figure').locator('img')
    await expect(page.getByText('Your default picture')).toBeVisible()
    const first = await picture.getAttribute('src')
    await page.getByLabel('Story Category').selectOption('Campus News from Nigerian Institutions')
    await expect(picture).toHaveAttribute(
      'src',
      /story\/campus-news-from-nigerian-institutions\/[0-9a-f]{8}\.svg$/,
    )
    const second = await picture.getAttribute('src')
    await page.getByLabel('Story Title').pressSequentially('Nine neighbours, one pump')
    await expect(picture).not.toHaveAttribute('src', second ?? '')
    expect(new Set([first, second, await picture.getAttribute('src')]).size).toBe(3)
    await expect(picture).toHaveJSProperty('complete', true)
  })

  test('needs no mouse', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const story = aStory()
    const { keyboard } = page
    await page.getByLabel('Your Name').focus()
    await keyboard.type(story.authorName)
    await keyboard.press('Tab')
    await keyboard.type('Comm')
    await keyboard.press('Tab')
    await keyboard.type('Lifestyle')
    await keyboard.press('Tab')
    await keyboard.press('ArrowUp')
    for (const text of [story.title, story.summary, story.content.slice(0, 120)]) {
      await keyboard.press('Tab')
      await keyboard.insertText(text)
    }
    await keyboard.press('Tab')
    await expect(page.getByLabel('Image URL')).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(page.getByLabel('Drop files here')).toBeFocused()
    const outline = await page
      .locator('.drop-label')
      .evaluate((label) => getComputedStyle(label).outlineStyle)
    expect(outline).toBe('solid')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'terms and conditions' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Submit Story' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.locator('#sent')).toBeFocused()
    const [{ id } = { id: '' }] = await sentBy(page)
    expect(await (await page.request.get(`/api/account/stories/${id}`)).json()).toMatchObject({
      title: story.title,
      authorRole: 'Community Leader',
      category: 'Lifestyle and Culture',
      readTimeMinutes: 6,
    })
  })
})

test.describe('what was typed', () => {
  test('is back after a reload, and can be discarded', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const story = await fillIn(page)
    await agree(page)
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Draft Saved' })
    await expect(toast).toContainText('Your story has been saved as a draft.')
    const elsewhere = await page.context().newPage()
    await opened(elsewhere)
    await expect(
      elsewhere.getByText(/^Your draft from [A-Z][a-z]+ \d+, \d{4} is back\./),
    ).toBeVisible()
    await expect(elsewhere.getByLabel('Your Name')).toHaveValue(story.authorName)
    await expect(elsewhere.getByLabel('Your Role')).toHaveValue(story.authorRole)
    await expect(elsewhere.getByLabel('Story Category')).toHaveValue(story.category)
    await expect(elsewhere.getByLabel('Story Title')).toHaveValue(story.title)
    await expect(elsewhere.getByLabel('Story Summary')).toHaveValue(story.summary)
    await expect(elsewhere.getByLabel('Your Story')).toHaveValue(story.content)
    // Agreeing is done anew each time.
    await expect(elsewhere.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
    await elsewhere.getByRole('button', { name: 'Discard' }).click()
    await expect(elsewhere.getByLabel('Your Name')).toBeFocused()
    await expect(elsewhere.getByLabel('Story Title')).toHaveValue('')
    const third = await page.context().newPage()
    await opened(third)
    await expect(third.getByLabel('Story Title')).toHaveValue('')
    await expect(third.getByText('is back.')).toBeHidden()
  })

  test('is kept by itself, the last words too', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await page.getByLabel('Your Story').fill('The pump came on a Tuesday.')
    await expect(page.getByText(/^Draft kept on this device at/)).toBeVisible()
    await page.getByLabel('Your Story').press('End')
    await page.keyboard.insertText(' Everybody had an opinion.')
    await page.goto('/about')
    await opened(page)
    await expect(page.getByLabel('Your Story')).toHaveValue(
      'The pump came on a Tuesday. Everybody had an opinion.',
    )
    await expect(page.getByLabel('Estimated Read Time (minutes)')).toHaveValue('1')
  })

  test('before the script came stays, beside the rest of the draft', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await page.getByLabel('Your Name').fill('Tamuno Briggs-Ade')
    await page.getByLabel('Story Title').fill('The title of yesterday')
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    const release = await holdBack(page, /_astro\/(client|StoryForm)/)
    await page.goto('/submit')
    await page.getByLabel('Story Title').fill('The title of today')
    await page.getByLabel('Your Story').fill('Typed on a slow evening.')
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeDisabled()
    release()
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
    await expect(page.getByLabel('Story Title')).toHaveValue('The title of today')
    await expect(page.getByLabel('Your Story')).toHaveValue('Typed on a slow evening.')
    await expect(page.getByLabel('Your Name')).toHaveValue('Tamuno Briggs-Ade')
    // The form library has seen it as well.
    await page.getByLabel('Story Title').focus()
    await page.getByLabel('Story Title').blur()
    await expect(page.getByLabel('Story Title')).not.toHaveAttribute('aria-invalid')
  })

  test('survives the end of the session and signing in again', async ({ page }) => {
    const { email } = await signedIn(page)
    await opened(page)
    const story = await fillIn(page)
    await agree(page)
    await page.context().clearCookies()
    await send(page)
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Unauthorized')
    await expect(toast).toContainText('You are logged out. Logging in again...')
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/submit')
    await expect(page.getByText('is back.')).toBeVisible()
    await expect(page.getByLabel('Story Title')).toHaveValue(story.title)
    await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
    expect(await sentBy(page)).toMatchObject([{ title: story.title }])
  })

  test('is not claimed to be kept where the device keeps nothing', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await signedIn(page)
    await opened(page)
    await fillIn(page)
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await expect(page.getByRole('alert')).toContainText('Draft Not Saved')
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
  })

  test('by something else in its place does not break the form', async ({ page }) => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('spoilt')) localStorage.setItem('ascend.draft', '{"values":[')
      sessionStorage.setItem('spoilt', 'yes')
    })
    await signedIn(page)
    await opened(page)
    await expect(page.getByText('is back.')).toBeHidden()
    await fillIn(page)
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
  })
})

test.describe('a picture', () => {
  const jpeg = async (width = 60, height = 40) => ({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await aPicture(width, height).jpeg().toBuffer(),
  })
  const area = (page: Page) => page.getByLabel('Drop files here or tap to choose')

  test('goes ahead of the form, shows itself and can be taken out again', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await area(page).setInputFiles(await jpeg())
    const thumb = page.locator('.drop img')
    await expect(thumb).toHaveAttribute('src', /^\/uploads\/[0-9a-f-]{36}\/480\.webp$/)
    await expect(thumb).toHaveJSProperty('complete', true)
    expect(await thumb.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const image = page.getByLabel('Image URL')
    await expect(image).toHaveValue(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
    await expect(page.getByRole('status').filter({ hasText: 'uploaded' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(thumb).toBeHidden()
    await expect(image).toHaveValue('')
    await expect(area(page)).toBeFocused()

    await area(page).setInputFiles(await jpeg())
    await expect(thumb).toBeVisible()
    await fillIn(page)
    await agree(page)
    const url = await image.inputValue()
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
    await expect(thumb).toBeHidden()
    const [{ id } = { id: '' }] = await sentBy(page)
    const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(story.imageUrl).toBe(url)
  })

  test('can be dropped', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const bytes = [...(await jpeg()).buffer]
    const transfer = await page.evaluateHandle((bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }))
      return transfer
    }, bytes)
    await page.dispatchEvent('.drop', 'dragover', { dataTransfer: transfer })
    await expect(page.locator('.drop')).toHaveClass(/is-over/)
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer })
    await expect(page.locator('.drop img')).toBeVisible()
    await expect(page.locator('.drop')).not.toHaveClass(/is-over/)
  })

  test('that was chosen before the script came is taken too', async ({ page }) => {
    await signedIn(page)
    const release = await holdBack(page, /_astro\/(client|StoryForm)/)
    await page.goto('/submit')
    await page.locator('#file').setInputFiles(await jpeg())
    release()
    await expect(page.locator('.drop img')).toBeVisible()
  })

  test('from a good camera is made smaller before it is sent', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const buffer = await aPhoto(2400, 1800).jpeg({ quality: 92 }).toBuffer()
    const upload = page.waitForRequest('/api/uploads')
    await area(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.locator('.drop img')).toBeVisible()
    const answer = await (await (await upload).response())?.json()
    expect(answer).toMatchObject({ width: 1600, height: 1200 })
    const { requestBodySize } = await (await upload).sizes()
    console.log(`a photo of ${buffer.length} bytes went as ${requestBodySize}`)
    expect(requestBodySize).toBeLessThan(buffer.length * 0.7)
  })

  test('tells how far it is, and can be stopped', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await countTraffic(page, { connection: 'slow' })
    const buffer = await aPhoto(1500, 1400).jpeg({ quality: 95 }).toBuffer()
    const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer }
    await area(page).setInputFiles(large)
    const bar = page.getByRole('progressbar', { name: 'Upload' })
    await expect
      .poll(() => bar.evaluate((it: HTMLProgressElement) => it.value), { timeout: 30_000 })
      .toBeGreaterThan(3)
    await expect(page.getByText(/^Uploading… \d+ %$/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar).toBeHidden()
    await expect(page.getByRole('status').filter({ hasText: 'cancelled' })).toHaveCount(1)
    await expect(page.getByLabel('Image URL')).toHaveValue('')
    await expect(page.locator('.form-wrong')).toBeHidden()
    await expect(area(page)).toBeFocused()
  })

  test('on its way is waited for when the story is sent', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await fillIn(page)
    await agree(page)
    const release = await holdBack(page, /\/api\/uploads/)
    await area(page).setInputFiles(await jpeg())
    await expect(page.getByRole('progressbar')).toBeVisible()
    await send(page)
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    release()
    await expect(page.locator('#sent')).toBeVisible()
    const [{ id } = { id: '' }] = await sentBy(page)
    const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(story.imageUrl).toMatch(/^\/uploads\//)
  })

  for (const [what, name, mimeType, bytes, sentence] of [
    [
      'a film',
      'film.mp4',
      'video/mp4',
      2000,
      'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
    ],
    [
      'a film of another kind',
      'film.MOV',
      '',
      2000,
      'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
    ],
    [
      'a document',
      'story.pdf',
      'application/pdf',
      2000,
      'Only JPG and PNG pictures can be uploaded. Please choose another file.',
    ],
    [
      '11 MB',
      'huge.jpg',
      'image/jpeg',
      11 * 1024 * 1024,
      'The file is larger than 10 MB. Please choose a smaller one.',
    ],
  ] as const) {
    test(`that is ${what} is refused, and not a byte of it is paid for`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await signedIn(page)
      await opened(page)
      await area(page).setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes, 7) })
      await expect(page.locator('#file-note')).toHaveText(sentence)
      await expect.poll(() => noteAt(area(page))).toBe(sentence)
      expect(asked).not.toContain('/api/uploads')
      // Another choice mends it.
      await area(page).setInputFiles(await jpeg())
      await expect(page.locator('.drop img')).toBeVisible()
      await expect(page.locator('#file-note')).toBeHidden()
    })
  }

  test('that only the server sees through is refused at its place', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('GIF89a goats') }
    await area(page).setInputFiles(file)
    await expect(page.locator('#file-note')).toHaveText(
      'Only JPG and PNG pictures can be uploaded. Please choose another file.',
    )
  })

  test('whose upload broke off can be tried again', async ({ page }) => {
    await signedIn(page)
    await opened(page)
    await page.route('/api/uploads', (route) => route.abort())
    await area(page).setInputFiles(await jpeg())
    await expect(page.locator('#file-note')).toHaveText(
      'The picture did not get through. Check your connection and try again.',
    )
    await page.unroute('/api/uploads')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.drop img')).toBeVisible()
  })

  test('of somebody whose session ended leads to signing in, with the text kept', async ({
    page,
  }) => {
    await signedIn(page)
    await opened(page)
    await page.getByLabel('Story Title').fill('The well that kept accounts')
    await page.context().clearCookies()
    await area(page).setInputFiles(await jpeg())
    await expect(page.getByRole('alert')).toContainText('You are logged out. Logging in again...')
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
    const draft = await page.evaluate(() => localStorage.getItem('ascend.draft'))
    expect(JSON.parse(draft ?? '').values).toMatchObject({ title: 'The well that kept accounts' })
  })
})

test.describe('a submission', () => {
  test('is changed on the same form, with the word of the publisher above it', async ({
    page,
    baseURL,
  }) => {
    await signedIn(page)
    const { id, title } = await (
      await page.request.post('/api/stories', { data: { ...aStory(), readTimeMinutes: 7 } })
    ).json()
    await returnStory(id, 'Who paid?\nTell us.', baseURL)
    // A draft of something new is left alone, and leaves this alone.
    await opened(page)
    await page.getByLabel('Story Title').fill('Something else altogether')
    await page.getByRole('button', { name: 'Save as Draft' }).click()

    await opened(page, `/submit?story=${id}`)
    await expect(page.getByText('The publisher writes:')).toBeVisible()
    await expect(page.getByText('Who paid?')).toBeVisible()
    await expect(page.getByText('is back.')).toBeHidden()
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await expect(page.getByLabel('Estimated Read Time (minutes)')).toHaveValue('7')
    await expect(page.getByLabel('Your Role')).toHaveValue(aSubmission.authorRole)
    await page.getByLabel('Your Story').fill(`Everybody paid. ${aSubmission.content}`)
    await agree(page)
    await send(page)
    await page.waitForURL('/account?done=sent')
    const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(story).toMatchObject({ title, state: 'submitted', readTimeMinutes: 7 })
    expect(story.content).toMatch(/^Everybody paid\./)
    await opened(page)
    await expect(page.getByLabel('Story Title')).toHaveValue('Something else altogether')
  })

  test('keeps what is typed into it before the script came, and has a draft of its own', async ({
    page,
  }) => {
    await signedIn(page)
    const { id, title } = await (await page.request.post('/api/stories', { data: aStory() })).json()
    const release = await holdBack(page, /_astro\/(client|StoryForm)/)
    await page.goto(`/submit?story=${id}`)
    await page.getByLabel('Your Story').fill('A new beginning.')
    release()
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
    await expect(page.getByLabel('Your Story')).toHaveValue('A new beginning.')
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await page.reload()
    await expect(page.getByText('is back.')).toBeVisible()
    await expect(page.getByLabel('Your Story')).toHaveValue('A new beginning.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Your Story')).toHaveValue(aSubmission.content.trim())
  })

  test('of somebody else, or of nobody, is not found', async ({ page, browser, baseURL }) => {
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    await signedIn(await other.newPage())
    const { id } = await (await other.request.post('/api/stories', { data: aStory() })).json()
    await other.close()
    await signedIn(page)
    for (const story of [id, '00000000-0000-4000-8000-000000000000', 'no-such-story']) {
      const answer = await page.goto(`/submit?story=${story}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText("The story you're looking for doesn't exist.")).toBeVisible()
    }
  })

  test('is shown to its author alone: a visitor signs in first and is back at it', async ({
    page,
  }) => {
    await page.goto('/submit?story=00000000-0000-4000-8000-000000000000')
    await expect(page).toHaveURL(/^[^?]*\/sign-in\?returnTo=%2Fsubmit%3Fstory%3D0{8}/)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a story is sent, and the page says so', async ({ page }) => {
    await signedIn(page)
    await page.goto('/submit')
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeHidden()
    const story = await fillIn(page)
    await agree(page)
    await send(page)
    await expect(page).toHaveURL('/submit?sent=1')
    await expect(page.getByText('Feature Submitted!')).toBeVisible()
    await expect(
      page.getByText("Your feature has been submitted for review. We'll notify you once it's"),
    ).toBeVisible()
    await expect(page.getByLabel('Story Title')).toHaveValue('')
    expect(await sentBy(page)).toMatchObject([{ title: story.title, state: 'submitted' }])
  })

  test('a refused form has every word that was typed, and says what to mend', async ({ page }) => {
    await signedIn(page)
    await page.goto('/submit')
    const story = await fillIn(page, {
      ...aStory(),
      title: 'My "maths"',
      summary: 'Too <short>',
      content: '\nFirst line\nSecond line & more',
    })
    await page.getByLabel('Image URL').fill('not an address')
    await page.getByLabel('Story Title').fill('Maths <b>')
    await agree(page)
    const answered = page.waitForResponse('/api/stories')
    await send(page)
    expect((await answered).status()).toBe(400)
    for (const [label, message] of [
      ['Story Title', errors['Story Title']],
      ['Story Summary', errors['Story Summary']],
      ['Your Story', errors['Your Story']],
      ['Image URL', 'Please enter a web address that begins with http:// or https://'],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
      const note = await page.getByLabel(label).getAttribute('aria-describedby')
      await expect(page.locator(`#${note}`)).toHaveText(message)
    }
    await expect(page.getByText('Please fix 4 fields')).toBeVisible()
    await expect(page.getByLabel('Story Title')).toHaveValue('Maths <b>')
    await expect(page.getByLabel('Story Summary')).toHaveValue('Too <short>')
    await expect(page.getByLabel('Your Story')).toHaveValue(/First line\nSecond line & more$/)
    await expect(page.getByLabel('Your Role')).toHaveValue(story.authorRole)
    await expect(page.getByLabel('Story Category')).toHaveValue(story.category)
    await expect(page.getByRole('checkbox', { name: 'I agree' })).toBeChecked()

    await page.locator('.form-summary').getByRole('link', { name: 'Your Story' }).click()
    await expect(page.getByLabel('Your Story')).toBeFocused()
    const good = await fillIn(page)
    await page.getByLabel('Image URL').fill('')
    await send(page)
    await expect(page).toHaveURL('/submit?sent=1')
    expect(await sentBy(page)).toMatchObject([{ title: good.title }])
  })

  test('a picture travels with the form', async ({ page }) => {
    await signedIn(page)
    await page.goto('/submit')
    await fillIn(page)
    await page.locator('#file').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: await aPicture(90, 60).png().toBuffer(),
    })
    await agree(page)
    await send(page)
    await expect(page).toHaveURL('/submit?sent=1')
    const [{ id } = { id: '' }] = await sentBy(page)
    const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(story.imageUrl).toMatch(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
  })

  test('a film is refused at its place, and the text is still there', async ({ page }) => {
    await signedIn(page)
    await page.goto('/submit')
    const story = await fillIn(page)
    await page.locator('#file').setInputFiles({
      name: 'film.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
    })
    await agree(page)
    await send(page)
    await expect(page.locator('#file-note')).toHaveText(
      'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
    )
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
  })

  test('a visitor is told how to sign in, and nothing typed is lost', async ({ page }) => {
    await page.goto('/submit')
    await expect(page.getByText('Sending a story needs an account')).toBeVisible()
    const story = await fillIn(page)
    await agree(page)
    const answered = page.waitForResponse('/api/stories')
    await send(page)
    expect((await answered).status()).toBe(401)
    await expect(page.getByText('You are not signed in')).toBeVisible()
    const link = page.getByRole('link', { name: 'Sign in in a new tab' })
    await expect(link).toHaveAttribute('href', '/sign-in?returnTo=%2Fsubmit')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
    // Signed in elsewhere in the same browser, the same form is sent again.
    await signedIn(page)
    await send(page)
    await expect(page).toHaveURL('/submit?sent=1')
    expect(await sentBy(page)).toMatchObject([{ title: story.title }])
  })

  test('a submission is changed, and one whose session ended meanwhile is still a change', async ({
    page,
  }) => {
    const { email } = await signedIn(page)
    const { id, title } = await (await page.request.post('/api/stories', { data: aStory() })).json()
    await page.goto(`/submit?story=${id}`)
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await page.getByLabel('Story Summary').fill('Short')
    await agree(page)
    await send(page)
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await page.getByLabel('Story Summary').fill(`${aSubmission.summary} And then some.`)
    await page.context().clearCookies()
    await send(page)
    await expect(page.getByText('You are not signed in')).toBeVisible()
    await page.request.post('/api/auth/sign-in', { data: { email, password } })
    await send(page)
    await expect(page).toHaveURL('/account?done=sent')
    const stories = await sentBy(page)
    expect(stories).toHaveLength(1)
    expect(stories[0]).toMatchObject({ id, title })
  })
})
