import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { aPerson, fromElsewhere, mailsTo } from '../support/readers.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'

test.use({ ...phone, expectedErrors: /status of 40[04]/ })

/** Joins on the front page and opens the mailed link; the link to what they chose. */
async function subscribed(page: Page) {
  await fromElsewhere(page)
  const { email } = aPerson()
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Join the Conversation' })
  await section.getByText('Newsletter').click()
  await section.getByLabel('Email').fill(email)
  await section.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const [mail = ''] = await mailsTo(email)
  const [confirm = ''] = /\/api\/newsletter\/confirm\?token=[\w-]+/.exec(mail) ?? []
  const [link = ''] = /\/newsletter\/preferences\?token=[\w-]+/.exec(mail) ?? []
  await page.goto(confirm)
  await expect(page.getByRole('heading', { name: 'You are on the list' })).toBeVisible()
  return { email, link }
}

/** An expired link offers to join again. */
async function expectToJoinAgain(page: Page) {
  await page.goto('/api/newsletter/confirm?token=made-up')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody@nowhere')
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
}

test('a reader joins by a mailed link, and chooses by keyboard', async ({ page }) => {
  const { link } = await subscribed(page)
  await page.goto(link)
  expect(await violationsInLightAndDark(page, 'the preferences')).toEqual([])
  expect(await tooWide(page, 'the preferences')).toEqual([])
  await page.getByLabel('Letters, as they come').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Editorial Commentary')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Saved.')
  await expect(page.getByLabel('Once a month, what was published', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Editorial Commentary')).toBeChecked()
  await expectToJoinAgain(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a subscriber changes frequency and categories, finds them saved, and unsubscribes', async ({
    page,
  }) => {
    const { email, link } = await subscribed(page)
    await page.goto(link)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByLabel('Letters, as they come')).toBeChecked()
    await page.getByLabel('Once a week, what was published', { exact: true }).check()
    await page.getByLabel('Faith and Inspiration').check()
    await page.getByLabel('Education and Leadership').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status')).toContainText('Saved.')
    await page.goto(link)
    await expect(page.getByLabel('Once a week, what was published', { exact: true })).toBeChecked()
    await expect(page.getByLabel('Faith and Inspiration')).toBeChecked()
    await expect(page.getByLabel('Education and Leadership')).toBeChecked()
    await expect(page.getByLabel('Lifestyle and Culture')).not.toBeChecked()

    await page.getByRole('button', { name: 'Leave the newsletter' }).click()
    await expect(page.getByRole('heading', { name: 'You are off the list' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Link Not Found' })).toBeVisible()
    await expect(page.getByText('has left the newsletter')).toBeVisible()
    for (const cut of ['', '?token=', '?token=abc']) {
      await page.goto(`/newsletter/preferences${cut}`)
      await expect(page.getByRole('heading', { name: 'Link Not Found' })).toBeVisible()
    }
    await expectToJoinAgain(page)
  })
})
