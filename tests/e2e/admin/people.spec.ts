import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { mailsTo } from '../support/readers.ts'
import { desktop, expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

test.describe.configure({ timeout: 90_000 })
// The errors of a wrong code, a second step, and a session that has ended.
test.use({ expectedErrors: /status of 40[01]/ })

const password = 'six lamps in the yard'

interface Invited {
  name: string
  email: string
}

/** Invites by the page; resolves to the address in the mail. */
async function invite(page: Page, role: string, _baseURL: string | undefined) {
  const id = randomUUID().slice(0, 8)
  const person: Invited = { name: `Amara ${id}`, email: `amara-${id}@ascend.example` }
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel(role).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible()
  return { ...person, link: await linkOf(person.email, 'join') }
}

async function linkOf(email: string, page: string) {
  const mails = await mailsTo(email)
  const pattern = new RegExp(`http:\\S+/admin/${page}\\?token=[\\w-]+`)
  const links = mails.flatMap((mail) => pattern.exec(mail)?.[0] ?? [])
  expect(links).not.toEqual([])
  return links.at(-1) ?? ''
}

async function aStranger(browser: Browser, baseURL: string | undefined, size: object) {
  const context = await browser.newContext({
    ...size,
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { 'X-Forwarded-For': anAddress() },
  })
  return context.newPage()
}

async function typeSignIn(page: Page, { email }: Invited) {
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
}

test('a shopkeeper joins by mail and signs in with a second step', async ({
  browser,
  page,
  baseURL,
}) => {
  await withAdminSession(page)
  const invited = await invite(page, 'Shop keeper', baseURL)

  const keeper = await aStranger(browser, baseURL, phone)
  await keeper.goto(invited.link)
  await expect(keeper.getByText(`You sign in with ${invited.email}`)).toBeVisible()
  await keeper.getByLabel('New password').fill('short')
  await keeper.keyboard.press('Enter')
  await expect(keeper.getByText('Password must be at least 12 characters')).toBeVisible()
  await keeper.getByLabel('New password').fill(password)
  await keeper.keyboard.press('Enter')
  await expect(keeper.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused()
  await keeper.getByRole('button', { name: 'Set up an app' }).press('Enter')
  await expect(keeper.getByRole('img', { name: 'The QR code for your app' })).toBeVisible()
  const secret = (await keeper.locator('code').textContent())?.replace(/\s/g, '') ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = keeper.getByLabel('Code that the app shows')
  await code.fill('000000')
  await keeper.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/That is not right/)
  await code.fill(totp.generate({ timestamp: Date.now() - 30_000 }))
  await keeper.keyboard.press('Enter')
  await expect(keeper.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await expect(keeper.getByRole('listitem')).toHaveCount(10)
  const saved = keeper.waitForEvent('download')
  await keeper.getByRole('button', { name: 'Save as a text file' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  const [recovery] = await keeper.getByRole('listitem').allTextContents()

  await keeper.getByRole('button', { name: 'Continue to the dashboard' }).click()
  await expect(keeper).toHaveURL('/admin/dashboard')
  await expect(keeper.getByText(`Welcome, ${invited.name}`)).toBeVisible()
  await expect(keeper.getByText('Total Revenue')).toBeVisible()
  const links = keeper.getByRole('navigation').getByRole('link')
  await expect(keeper.getByRole('region', { name: 'Coming up' })).toBeHidden()
  await expect(links).toHaveText([/Dashboard/, /Shop/, /Audience/])
  await keeper.setViewportSize(desktop.viewport)
  await expect(links).toHaveText([
    ...[/Dashboard/, /Shop/, /Orders/, /Books/, /Invoices/, /Discounts/, /Statements/],
    ...[/Requests/, /Reviews/, /Audience/, /Analytics/, /Settings/],
  ])
  await keeper.setViewportSize(phone.viewport)
  await keeper.goto('/admin/people')
  await expect(keeper).toHaveURL('/admin/dashboard')

  // The owner ends the session that is open; a recovery code opens another.
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: invited.email })
  await row.getByText('1 active session').click()
  await row.getByRole('button', { name: /Sign out everywhere/ }).click()
  await expect(row.getByText('1 active session')).toHaveCount(0)
  await keeper.reload()
  await expect(keeper).toHaveURL(/\/admin\/login/)
  await typeSignIn(keeper, invited)
  await expect(keeper.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused()
  await expect(keeper.getByLabel('Code of your app')).toBeVisible()
  await keeper.getByRole('button', { name: 'Use a recovery code' }).click()
  await keeper.getByLabel('Recovery code').fill(recovery ?? '')
  await keeper.keyboard.press('Enter')
  await expect(keeper).toHaveURL('/admin/dashboard')
  await keeper.goto('/admin/account')
  await expect(keeper.getByText('9 recovery codes are left.')).toBeVisible()
  await keeper.context().close()
})

test('an editor sees only what the role allows, ends the session of a stranger by mail, and is signed out when the access ends', async ({
  browser,
  page,
  baseURL,
}) => {
  await withAdminSession(page)
  const invited = await invite(page, 'Editor', baseURL)
  const editor = await aStranger(browser, baseURL, phone)
  await editor.goto(invited.link)
  await editor.getByLabel('New password').fill(password)
  await editor.getByRole('button', { name: 'Save the password' }).click()
  await expect(editor).toHaveURL('/admin/dashboard')
  await expect(editor.getByRole('region', { name: 'Coming up' })).toBeVisible()
  await expect(editor.getByText('Total Revenue')).toBeHidden()
  await expect(editor.getByText('Manage Publications')).toBeHidden()
  await expect(editor.getByRole('navigation').getByRole('link', { name: 'Orders' })).toBeHidden()

  await editor.goto('/admin/orders')
  await expect(editor).toHaveURL('/admin/dashboard')
  await expect(editor.getByRole('status').filter({ hasText: 'Not Open to You' })).toContainText(
    '“Orders” is for the owner and shop keepers.',
  )
  await editor.goto('/admin/books/new')
  await expect(editor).toHaveURL('/admin/dashboard')

  const other = await aStranger(browser, baseURL, desktop)
  await other.goto('/admin/login')
  await typeSignIn(other, invited)
  await expect(other).toHaveURL('/admin/dashboard')
  await expect(async () => {
    await linkOf(invited.email, 'end-session')
  }).toPass({ timeout: 15_000 })
  await editor.goto(await linkOf(invited.email, 'end-session'))
  await editor.getByRole('button', { name: 'End that session' }).click()
  await expect(editor.getByText('That session has ended.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/admin\/login/)
  await editor.goto('/admin/account')
  await expect(editor.getByText('This session')).toBeVisible()

  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: invited.email })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: invited.name })).toHaveCount(0)
  await editor.reload()
  await expect(editor).toHaveURL(/\/admin\/login/)
  await Promise.all([editor.context().close(), other.context().close()])
})
