import type { APIRequestContext, Page } from 'playwright/test'
import { eitherAddress, storiesOf, storyTitled } from '../support/content.ts'
import { fromElsewhere, signedIn } from '../support/readers.ts'
import { desktop, expect, test } from '../support/test.ts'
import { countTraffic } from '../support/traffic.ts'

test.use({ ...desktop, expectedErrors: /status of (401|403|503)/ })

/** The like button of a story on a card or on its page. */
const likeOf = (title: string) => ({ name: `Like “${title}”`, exact: false })

/** Somebody with an account who is not signed in; `signIn` fills in the form, and is back at the story. */
async function aVisitor(page: Page, request: APIRequestContext) {
  const { email, password } = await signedIn(page)
  await page.context().clearCookies()
  await fromElsewhere(page)
  const [story] = await storiesOf(request)
  const signIn = async () => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(eitherAddress('story', story))
  }
  return { story, signIn }
}

test('a visitor who likes a story signs in without React, and the like is given where they were, with Undo', async ({
  page,
  request,
}) => {
  const { story, signIn } = await aVisitor(page, request)
  const traffic = await countTraffic(page)
  await page.goto(`/story/${story?.id}`)
  const like = page.locator('.body').getByRole('button', likeOf(story?.title ?? ''))
  const topOf = () => like.evaluate((button) => button.getBoundingClientRect().top)
  // Onto the screen without a scroll, which would be the first sign of life: that is the press.
  await like.evaluate((button) => {
    document.body.style.marginTop = `${400 - button.getBoundingClientRect().top}px`
  })
  const top = await topOf()
  await traffic.isQuiet()
  const before = { all: traffic.all().length, bytes: traffic.totalBytes() }
  await like.click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Login Required')
  await expect(toast).toContainText('You need to log in to like stories. Redirecting...')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  const bytes = traffic.totalBytes() - before.bytes
  expect(bytes, `${bytes} bytes`).toBeLessThan(5 * 1024)
  const moved = traffic.all().slice(before.all)
  expect(moved.some(({ url }) => url.endsWith(`/api/stories/${story?.id}/like`))).toBe(true)
  for (const { url } of moved) expect(url).not.toMatch(/client|island/)
  await page.waitForURL(`/sign-in?returnTo=%2Fstory%2F${story?.id}`)

  await signIn()
  const thanks = page.getByRole('status').filter({ hasText: 'Story Liked!' })
  await expect(thanks).toContainText('You were about to when we asked you to sign in.')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toBeFocused()
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2)
  const liked = async () => {
    const answer = await page.request.get(`/api/stories/engagement?ids=${story?.id}`)
    return ((await answer.json()) as { liked: boolean }[])[0]?.liked
  }
  expect(await liked()).toBe(true)
  await thanks.getByRole('button', { name: 'Undo' }).click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(liked).toBe(false)
  // It was done once.
  await page.reload()
  await traffic.isQuiet()
  expect(await liked()).toBe(false)
})

test('a like is given after signing in, though the address came to be in words meanwhile', async ({
  page,
  request,
}) => {
  const { story, signIn } = await aVisitor(page, request)
  // The script that shows the words comes with the first sign of life, here once the like is refused.
  const refused = page.waitForResponse(/\/like$/)
  await page.route(/engaged\.enhance.*\.js/, async (route) => {
    await refused
    await route.fallback()
  })
  await page.goto(`/story/${story?.id}`)
  await page
    .locator('.body')
    .getByRole('button', likeOf(story?.title ?? ''))
    .click()
  await page.waitForURL(`/sign-in?returnTo=%2Fstory%2F${story?.slug}`)
  await signIn()
  await expect(page.getByRole('status').filter({ hasText: 'Story Liked!' })).toBeVisible()
})

test('a reader under 13 who likes a story is led to name a guardian', async ({ page, request }) => {
  await signedIn(page, 'under-13')
  const [story] = await storiesOf(request)
  await page.goto(`/story/${story?.id}`)
  const like = page.locator('.body').getByRole('button', likeOf(story?.title ?? ''))
  await like.click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Not Yet')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await toast.getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL('/account#guardian')
})

test('Back to Stories skips the sign-in page that a like led to', async ({ page, request }) => {
  const { story, signIn } = await aVisitor(page, request)
  await page.goto('/about')
  await page.goto('/')
  await page
    .locator('#stories')
    .getByRole('link', { name: story?.title ?? '', exact: true })
    .click()
  await page
    .locator('.body')
    .getByRole('button', likeOf(story?.title ?? ''))
    .click()
  await signIn()
  const back = page.getByRole('link', { name: 'Back to Stories' })
  await back.click()
  await expect(page).toHaveURL('/')
  // The form's place in the history is the story's now.
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveURL(eitherAddress('story', story))
  await page.goBack()
  await expect(page).toHaveURL(eitherAddress('story', story))
})

test('a reader likes a story on every button at once, takes it back, and rates it', async ({
  page,
  request,
}) => {
  const { id, title } = await storyTitled(request, 'Letter to the student who repeated a year')
  await signedIn(page)
  await page.goto(`/story/${id}`)
  const likes = page.getByRole('button', likeOf(title))
  await expect(likes).toHaveCount(2)
  const counts = page.locator(`[data-likes="${id}"]:not(button)`)
  const before = Number(await counts.first().textContent())
  await likes.last().click()
  for (const like of await likes.all()) await expect(like).toHaveAttribute('aria-pressed', 'true')
  for (const count of await counts.all()) await expect(count).toHaveText(String(before + 1))
  await expect(page.getByRole('status').filter({ hasText: 'Story Liked!' })).toContainText(
    'Thank you for showing your support.',
  )

  await page.reload()
  await page.mouse.wheel(0, 200)
  await expect(likes.first()).toHaveAttribute('aria-pressed', 'true')
  await likes.first().click()
  for (const like of await likes.all()) await expect(like).toHaveAttribute('aria-pressed', 'false')
  for (const count of await counts.all()) await expect(count).toHaveText(String(before))

  await test.step('a like that cannot be stored is undone without a message', async () => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    let apiError = () => {}
    const refused = new Promise<void>((resolve) => {
      apiError = resolve
    })
    await page.route('**/like', async (route) => {
      isAsked()
      await refused
      await route.fulfill({ status: 503, json: { message: 'Not now' } })
    })
    const like = likes.last()
    await like.click()
    await asked
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    apiError()
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('alert')).toBeHidden()
  })

  await test.step('a rating at its end can be changed, and is found again', async () => {
    const rating = page.getByRole('group', { name: 'Rate this story' })
    await rating.getByRole('button', { name: '3 stars' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toBeVisible()
    await rating.getByRole('button', { name: '5 stars' }).press('Enter')
    await expect(rating.getByRole('button', { name: '5 stars' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect
      .poll(async () => (await (await request.get(`/api/stories/${id}`)).json()).rating)
      .toBe(5)
    await page.reload()
    await rating.getByRole('button', { name: '1 star' }).hover()
    await expect(rating.getByRole('button', { name: '5 stars' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
})

test('counters requested before a like and received after it do not undo it', async ({
  page,
  request,
}) => {
  const story = (await storiesOf(request))[7] as { id: string; title: string }
  await signedIn(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/engagement?*', async (route) => {
    await released
    const old = { likesCount: 0, sharesCount: 0, views: 0, rating: 0, liked: false }
    await route.fulfill({ json: [{ id: story.id, ...old }] })
  })
  await page.goto(`/story/${story.id}`)
  const like = page.getByRole('button', likeOf(story.title)).last()
  await like.click()
  await expect(page.getByRole('status').filter({ hasText: 'Story Liked!' })).toBeVisible()
  const count = like.locator('[data-likes]')
  const shown = await count.textContent()
  const counters = page.waitForResponse(/engagement/)
  release()
  await counters
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(count).toHaveText(shown ?? '')
})
