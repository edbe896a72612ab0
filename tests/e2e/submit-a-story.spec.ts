import { AxeBuilder } from '@axe-core/playwright'
import { aPicture } from '#tests/pictures.ts'
import { password, signedIn } from './readers.ts'
import {
  agree,
  aStory,
  errors,
  expectedErrors,
  fillIn,
  noteAt,
  opened,
  send,
  sentBy,
} from './story-form.ts'
import { desktop, expect, holdBack, phone, test } from './test.ts'
import { watchShifts } from './traffic.ts'

test.use({ expectedErrors })

test.describe('a visitor', () => {
  test('is told to sign in, and is led there and back', async ({ page }) => {
    await page.goto('/submit')
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Authentication Required')
    await expect(toast).toContainText('You need to log in to submit your feature. Redirecting...')
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
  })

  test('whose session has expired is told to sign in too', async ({ page, baseURL }) => {
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
      const control = page.locator('#story-form [data-block]').nth(1)
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
    const summary = page.locator('[data-problem-box]')
    await expect(summary).toContainText('Please fix 6 fields')
    await expect(summary.getByRole('link')).toHaveText(Object.keys(errors))
    await summary.getByRole('link', { name: 'Your Story' }).click()
    await expect(page.getByLabel('Your Story')).toBeFocused()
    await expect(page.getByText('Your Story *')).toBeInViewport()
    await page.keyboard.type('word '.repeat(25))
    await expect(summary).toContainText('Please fix 5 fields')
    expect(await sentBy(page)).toEqual([])
  })

  test('can click a button while a message appears above it', async ({ page }) => {
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

  test('may write a story as long as a book', async ({ page }) => {
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

  test('can do everything by keyboard', async ({ page }) => {
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
      .locator('[data-drop] label')
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
  test('before the script loaded is preserved, beside the rest of the draft', async ({ page }) => {
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
})
