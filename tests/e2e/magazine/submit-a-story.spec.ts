import type { Page } from 'playwright/test'
import { aPicture } from '#tests/magazine/pictures.ts'
import { violationsInLightAndDark } from '../support/axe.ts'
import { password, signedIn } from '../support/readers.ts'
import { desktop, expect, holdBack, phone, test } from '../support/test.ts'
import { watchShifts } from '../support/traffic.ts'
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

test.use({ expectedErrors })

/** A toast is read for as long as that takes, before it leads elsewhere. */
async function stopTime(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('blocks of the form’s own shape cover it until the reader is known, and a visitor is led to the sign-in and back', async ({
  page,
  baseURL,
}) => {
  await test.step('blocks of the form’s own shape cover it until the reader is known', async () => {
    await signedIn(page)
    const shiftsOf = await watchShifts(page)
    for (const { viewport } of [phone, desktop]) {
      await page.setViewportSize(viewport)
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
      await page.unroute(/\/api\/auth\/user/)
    }
  })

  await page.context().clearCookies()
  await test.step('a visitor is told to sign in, and is led there and back, also with an expired session', async () => {
    const toast = page.getByRole('alert')
    await stopTime(page)
    await page.goto('/submit')
    await expect(toast).toContainText('Authentication Required')
    await expect(toast).toContainText('You need to log in to submit your feature. Redirecting...')
    await page.clock.runFor(500)
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')

    await page.context().addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
    await page.goto('/submit')
    await expect(toast).toContainText('Authentication Required')
    await page.clock.runFor(500)
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a reader who writes is led to what is missing, sends a story, and finds a fresh form', async ({
    page,
  }) => {
    await signedIn(page)
    await opened(page)

    await test.step('a button can be clicked while a message appears above it', async () => {
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
      await page.getByLabel('Your Story').fill('')
    })

    await test.step('every missing field has its error, and the first has the focus', async () => {
      await page.getByLabel('Drop files here').setInputFiles({
        name: 'a.jpg',
        mimeType: 'image/jpeg',
        buffer: await aPicture(60, 40).jpeg().toBuffer(),
      })
      await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
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
      await page.getByLabel('Story Summary').fill('x'.repeat(201))
      expect(await violationsInLightAndDark(page, 'the form with its errors')).toEqual([])
      await summary.getByRole('link', { name: 'Your Story' }).click()
      await expect(page.getByLabel('Your Story')).toBeFocused()
      await expect(page.getByText('Your Story *')).toBeInViewport()
      await page.keyboard.type('word '.repeat(25))
      await expect(summary).toContainText('Please fix 4 fields')
      expect(await sentBy(page)).toEqual([])
    })

    await test.step('a story as long as a book is sent', async () => {
      await page.getByRole('button', { name: 'Remove' }).click()
      const story = { ...aStory(), content: 'Ọ̀rọ̀ púpọ̀ kò kún agbọ̀n. '.repeat(3500) }
      await fillIn(page, story)
      await page.getByLabel('Video URL').fill('https://video.example/watch?v=1')
      await send(page)
      await expect(
        page.getByRole('status').filter({ hasText: 'Feature Submitted!' }),
      ).toContainText(
        "Your feature has been submitted for review. We'll notify you once it's published.",
      )
      await expect(page.locator('#sent')).toBeFocused()
      for (const label of ['Your Name', 'Your Role', 'Story Title', 'Your Story', 'Video URL']) {
        await expect(page.getByLabel(label)).toHaveValue('')
      }
      await expect(page.getByLabel('Estimated Read Time (minutes)')).toHaveValue('5')
      await expect(page.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
      const [sent, ...others] = await sentBy(page)
      expect(sent).toMatchObject({ title: story.title, state: 'submitted' })
      expect(others).toEqual([])
      const stored = await (await page.request.get(`/api/account/stories/${sent?.id}`)).json()
      expect(stored.content).toBe(story.content.trim())
      expect(stored.readTimeMinutes).toBe(60)
      // The draft has done its work.
      await page.reload()
      await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
      await expect(page.getByLabel('Story Title')).toHaveValue('')
      await expect(page.getByText('is back.')).toBeHidden()
    })
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('a reader can do everything by keyboard', async ({ page }) => {
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
    await expect(page.getByLabel('Did an AI write any of it?')).toBeFocused()
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

test('what was typed before the script loaded is kept, and survives the end of the session', async ({
  page,
}) => {
  const { email } = await signedIn(page)
  const title = page.getByLabel('Story Title')
  const draft = page.getByRole('button', { name: 'Save as Draft' })

  await test.step('beside the rest of the draft', async () => {
    await opened(page)
    await page.getByLabel('Your Name').fill('Tamuno Briggs-Ade')
    await title.fill('The title of yesterday')
    await draft.click()
    const release = await holdBack(page, /_astro\/(client|StoryForm)/)
    await page.goto('/submit')
    await title.fill('The title of today')
    await page.getByLabel('Your Story').fill('Typed on a slow evening.')
    await expect(draft).toBeDisabled()
    release()
    await expect(draft).toBeEnabled()
    await expect(title).toHaveValue('The title of today')
    await expect(page.getByLabel('Your Story')).toHaveValue('Typed on a slow evening.')
    await expect(page.getByLabel('Your Name')).toHaveValue('Tamuno Briggs-Ade')
    // The form library has seen it as well.
    await title.focus()
    await title.blur()
    await expect(title).not.toHaveAttribute('aria-invalid')
  })

  await test.step('after signing in again it is sent', async () => {
    const story = await fillIn(page)
    await agree(page)
    await page.context().clearCookies()
    await stopTime(page)
    await send(page)
    const toast = page.getByRole('alert')
    await expect(toast).toContainText('Unauthorized')
    await expect(toast).toContainText('You are logged out. Logging in again...')
    await page.clock.resume()
    await page.waitForURL('/sign-in?returnTo=%2Fsubmit')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/submit')
    await expect(page.getByText('is back.')).toBeVisible()
    await expect(title).toHaveValue(story.title)
    await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
    await agree(page)
    await send(page)
    await expect(page.locator('#sent')).toBeVisible()
    expect(await sentBy(page)).toMatchObject([{ title: story.title }])
  })
})
