import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import { agree, aStory, fillIn, send, sentBy } from '#tests/e2e/magazine/story-form.ts'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { aPerson, mailsTo, signedIn } from '#tests/e2e/support/readers.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ expectedErrors: /status of (400|404|409|410)/ })
test.describe.configure({ timeout: 90_000 })

/** A page of a browser of somebody's own. */
async function aBrowserOf(
  browser: Browser,
  baseURL: string | undefined,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { 'X-Forwarded-For': anAddress() },
    ...options,
  })
  return {
    page: await context.newPage(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** The address in the mail that asked a guardian. */
async function guardianLink(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /\/guardian\/[\w-]+\?proof=[\w-]+/.exec(mail ?? '')?.[0] ?? ''
}

/** Makes, in the API, somebody of 13 to 17 who has sent in a story and named a guardian. */
async function aYoungContributor(page: Page) {
  const person = { ...aPerson(), ageBand: '13-17' }
  const headers = { 'X-Forwarded-For': anAddress() }
  await page.request.post('/api/auth/register', { data: person, headers })
  const answer = await page.request.post('/api/stories', { data: aStory() })
  const { id, title } = (await answer.json()) as { id: string; title: string }
  const guardianEmail = `guardian-${randomUUID()}@families.example`
  const data = { guardianName: 'Ngozi Ade', guardianEmail }
  expect((await page.request.put('/api/account/guardian', { data })).status()).toBe(200)
  return { id, title, guardianEmail }
}

test('without script a young person signs up and sends a story, published and withdrawn with a guardian', async ({
  page: publisherPage,
  browser,
  baseURL,
}) => {
  const bare = { ...phone, javaScriptEnabled: false }
  await using young = await aBrowserOf(browser, baseURL, bare)
  await using guardian = await aBrowserOf(browser, baseURL, bare)
  const { page } = young
  const person = aPerson()
  await page.goto('/sign-in?mode=create&returnTo=/submit')
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByLabel('How old are you?').selectOption('I am 13 to 17')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/submit')

  const story = await fillIn(page)
  await agree(page)
  await send(page)
  await page.getByRole('link', { name: 'Name a parent or guardian' }).click()
  await expect(page).toHaveURL('/account#guardian')
  await page.getByLabel('Name of your parent or guardian').fill('Ngozi Ade')
  await page.getByLabel('Their e-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByRole('alert')).toContainText('This is your own address.')
  const guardianEmail = `guardian-${randomUUID()}@families.example`
  await page.getByLabel('Their e-mail address').fill(guardianEmail)
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByRole('status')).toHaveText('We have written to your parent or guardian.')
  const [sent] = await sentBy(page)
  const id = sent?.id

  const { ask, token } = await withAdminSession(publisherPage)
  const refused = await publisherPage.request.patch(`/api/admin/stories/${id}`, {
    data: { isPublished: true },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(refused.status()).toBe(409)

  const link = await guardianLink(guardianEmail)
  await guardian.page.goto(link)
  // A program that opens links in advance answers nothing.
  await guardian.page.reload()
  await expect(guardian.page.getByRole('heading', { level: 1 })).toHaveText('Do you agree?')
  await expect(guardian.page.getByText(story.title)).toBeVisible()
  await guardian.page.getByRole('button', { name: 'I agree', exact: true }).click()
  await expect(guardian.page.getByRole('heading', { level: 1 })).toHaveText('You agree')

  await ask('PATCH', `/admin/stories/${id}`, { isPublished: true })
  expect((await guardian.page.goto(`/story/${id}`))?.status()).toBe(200)
  await guardian.page.goto(link)
  await guardian.page.getByRole('button', { name: 'Withdraw my agreement' }).click()
  await expect(guardian.page.getByRole('heading', { level: 1 })).toHaveText('You do not agree')
  expect((await guardian.page.goto(`/story/${id}`))?.status()).toBe(410)
  await page.goto('/account')
  await expect(
    page.getByText('Ngozi Ade does not agree that we publish your stories.'),
  ).toBeVisible()
})

test('the form asks for the age only where it is unknown', async ({ page }) => {
  await signedIn(page)
  await page.goto('/submit')
  const asked = page.waitForResponse('**/api/account/guardian')
  await page.reload()
  await asked
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
  await expect(page.getByLabel('How old are you?')).toBeHidden()

  const { ageBand: _, ...unasked } = aPerson()
  const headers = { 'X-Forwarded-For': anAddress() }
  await page.context().clearCookies()
  await page.request.post('/api/auth/register', { data: unasked, headers })
  await page.goto('/submit')
  await expect(page.getByLabel('How old are you?')).toBeVisible()
  await fillIn(page)
  await page.getByLabel('How old are you?').selectOption('I am 13 to 17')
  await agree(page)
  await send(page)
  await expect(page.getByRole('link', { name: 'Name a parent or guardian' })).toBeVisible()
  await expect(page.getByLabel('How old are you?')).toBeHidden()
})

test('an editor ticks that a child’s guardian confirmed by phone, and publishes', async ({
  browser,
  page,
  baseURL,
}) => {
  await using child = await aBrowserOf(browser, baseURL, phone)
  const { request } = child.page
  const headers = { 'X-Forwarded-For': anAddress() }
  await request.post('/api/auth/register', {
    data: { ...aPerson(), ageBand: 'under-13' },
    headers,
  })
  const guardianEmail = `guardian-${randomUUID()}@families.example`
  const data = { guardianName: 'Ngozi Ade', guardianEmail }
  expect((await request.put('/api/account/guardian', { data })).status()).toBe(200)
  await child.page.goto(await guardianLink(guardianEmail))
  await child.page.getByRole('button', { name: 'I agree', exact: true }).click()
  await expect(child.page.getByRole('heading', { level: 1 })).toHaveText('You agree')
  const { id } = await (await request.post('/api/stories', { data: aStory() })).json()

  await withAdminSession(page)
  await page.setViewportSize(phone.viewport)
  await page.goto(`/admin/stories?story=${id}`)
  await expect(page.getByText('The contributor is under 13.')).toBeVisible()
  await expect(page.getByRole('link', { name: guardianEmail })).toBeVisible()
  const found = [await violationsInLightAndDark(page, 'a child’s story')].flat()
  expect([...found, ...(await tooWide(page, 'a child’s story'))]).toEqual([])
  await page.setViewportSize(phone.viewport)
  const tick = page.getByRole('checkbox', { name: 'Guardian confirmed by phone' })
  await tick.press('Space')
  await expect(page.getByText('The guardian is confirmed. It can be published.')).toBeVisible()
  await expect(tick).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await expect.poll(async () => (await request.get(`/api/stories/${id}`)).status()).toBe(200)
})

/** An editor has changed the story and asks its contributor. */
async function anAskedEdit(page: Page, editorPage: Page) {
  await signedIn(page)
  const answer = await page.request.post('/api/stories', { data: aStory() })
  const { id } = (await answer.json()) as { id: string }
  const { ask } = await withAdminSession(editorPage)
  const { fields } = await ask('GET', `/admin/drafts/${id}`)
  const content = `Twelve households paid.\n\n${fields.content.replace('Sunday', 'Monday')}`
  const edited = { ...fields, title: 'How our street got its light back, at last', content }
  const { number } = await ask('PUT', `/admin/drafts/${id}`, {
    base: 0,
    saveId: randomUUID(),
    fields: edited,
  })
  await ask('POST', `/admin/drafts/${id}/ask`, { number })
  return { id, number, ask }
}

test('a young contributor’s consent pages meet WCAG 2.2 AA, fit a phone, and tell what was withdrawn', async ({
  browser,
  page: editorPage,
  baseURL,
}) => {
  const still = { ...phone, reducedMotion: 'reduce' as const }
  await using reader = await aBrowserOf(browser, baseURL, still)
  const { page } = reader
  const found: string[] = []
  const check = async (where: string) => {
    found.push(...(await violationsInLightAndDark(page, where)), ...(await tooWide(page, where)))
    await page.setViewportSize(phone.viewport)
  }
  const heading = page.getByRole('heading', { level: 1 })
  const agrees = page.getByRole('button', { name: 'I agree', exact: true })
  const { guardianEmail } = await aYoungContributor(page)
  await page.goto('/account')
  await check('/account of somebody under 18')
  const link = await guardianLink(guardianEmail)
  await page.goto(link)
  await check('the page of a guardian')
  await agrees.click()
  await expect(heading).toHaveText('You agree')
  await check('the page of a guardian who agrees')
  await page.goto('/account')
  await page.getByText('Withdraw the agreement').first().click()
  await page.getByRole('button', { name: 'Withdraw the agreement' }).click()
  await expect(page.getByText('The agreement is withdrawn.')).toBeVisible()
  await page.goto(link)
  await expect(heading).toBeVisible()
  await expect(agrees).toHaveCount(0)
  await page.goto('/guardian/nobody?proof=x')
  await check('a link of a guardian that is not complete')
  await page.context().clearCookies()
  const { id } = await anAskedEdit(page, editorPage)
  await page.goto(`/account/edit/${id}`)
  await expect(page.locator('ins', { hasText: 'at last' })).toBeVisible()
  await check('an edit')
  expect(found).toEqual([])
})

test('a contributor reviews an edit without script, replies, and agrees', async ({
  browser,
  page: editorPage,
  baseURL,
}) => {
  await using reader = await aBrowserOf(browser, baseURL, { ...phone, javaScriptEnabled: false })
  const { page } = reader
  const { id, number, ask } = await anAskedEdit(page, editorPage)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Look at our edit' }).click()
  await expect(page).toHaveURL(`/account/edit/${id}`)
  await expect(page.locator('del', { hasText: 'Sunday' }).first()).toBeVisible()
  await expect(page.locator('ins', { hasText: 'Twelve households paid.' })).toBeVisible()
  await page.getByText('I would like something different').click()
  await page.getByRole('textbox', { name: 'What should be different?' }).fill('It was a Sunday.')
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByRole('status')).toContainText('The publisher reads your answer.')
  expect((await ask('GET', `/admin/drafts/${id}`)).consent).toMatchObject({
    state: 'answered',
    answer: 'It was a Sunday.',
  })
  await page.getByRole('button', { name: 'I agree to this edit' }).click()
  await expect(page.getByRole('status')).toHaveText('Thank you. We have your agreement.')
  await ask('POST', `/admin/drafts/${id}/send`, { number })
  await page.goto(`/submit?story=${id}`)
  await expect(page.getByText('so it has marks')).toBeVisible()
  await expect(page.getByLabel('Your Story')).toHaveValue(/^Twelve households paid\./)
  await ask('POST', `/admin/drafts/${id}/publish`, { number })
  await page.goto(`/story/${id}`)
  await expect(page.getByText('Twelve households paid.')).toBeVisible()
})
