import { randomUUID } from 'node:crypto'
import { type Page, request } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { aPerson, mailsTo } from '#tests/e2e/support/readers.ts'
import { inDatabase, letUndoEnd, mailsSoFar } from '#tests/e2e/support/service.ts'
import { desktop, expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ expectedErrors: /status of 409/ })

/** What an author sends; its title and address are its own. */
async function aRequest() {
  const one = randomUUID().slice(0, 8)
  return {
    title: `Harmattan Arithmetic ${one}`,
    author: 'Folake Ezenwa-Audu',
    description: 'Forty exercises about dust, distance and the price of kerosene, for evenings.',
    category: 'Educational',
    price: 1500.5,
    // A picture of our own: the draft that it becomes is drawn for other tests too.
    coverImageUrl: await anUpload(),
    authorEmail: `folake.${one}@ascend.example`,
    authorPhone: '+234 800 000 0000',
    publishingReason: 'My pupils copy it by hand, and the hand gets tired.',
  }
}

/** An upload of a reader who stays signed out in the page's browser. */
async function anUpload() {
  const { baseURL } = test.info().project.use
  const headers = { 'X-Forwarded-For': anAddress() }
  const reader = await request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: headers,
  })
  await reader.post('/api/auth/register', { data: aPerson() })
  const buffer = await aPicture(60, 80).jpeg().toBuffer()
  const answer = await reader.post('/api/uploads', {
    multipart: { file: { name: 'cover.jpg', mimeType: 'image/jpeg', buffer } },
  })
  expect(answer.status()).toBe(201)
  const { url } = (await answer.json()) as { url: string }
  await reader.dispose()
  return url
}

/** A request that an author sent. */
async function received(page: Page) {
  const request = await aRequest()
  const answer = await page.request.post('/api/books/publish', {
    data: request,
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(answer.status()).toBe(201)
  return { ...request, ...((await answer.json()) as { id: string; reference: string }) }
}

type Request = Awaited<ReturnType<typeof received>>

const rowOf = (page: Page, { title }: Pick<Request, 'title'>) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

/** The inbox with this request in it, opened. */
async function opened(page: Page, request: Pick<Request, 'title'>, status = '') {
  await page.goto(`/admin/requests?${new URLSearchParams({ status, search: request.title })}`)
  const row = rowOf(page, request)
  await row.locator('summary').click()
  return row
}

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

test.describe('on a laptop', () => {
  test.use(desktop)

  test('the publisher takes a request up, asks and accepts, and a note that is not saved outlives all but the session', async ({
    page,
  }) => {
    await test.step('the publisher takes a request up, asks and accepts, and there is a draft', async () => {
      const { ask } = await withAdminSession(page)
      const request = await received(page)
      const row = await opened(page, request)
      await expect(row).toContainText(request.description)
      await expect(row).toContainText(request.publishingReason)
      await expect(row).toContainText('₦1,500.50')
      await expect(row).toContainText(/Answer due (Mon|Tues|Wednes|Thurs|Fri)day, \d+ \w+/)
      await expect(row).not.toContainText('Overdue')
      await expect(row.getByRole('link', { name: request.authorEmail })).toHaveAttribute(
        'href',
        new RegExp(`^mailto:${request.authorEmail}\\?subject=PR-`),
      )
      await expect(row.getByRole('link', { name: request.authorPhone })).toHaveAttribute(
        'href',
        'tel:+2348000000000',
      )
      const cover = row.getByRole('link', { name: 'Look at the cover' })
      await expect(cover).toHaveAttribute('href', request.coverImageUrl)
      await expect(cover).toHaveAttribute('rel', 'noopener noreferrer nofollow')

      await row.getByRole('button', { name: 'Start review' }).click()
      await expect(toast(page, 'Request Taken Up')).toBeVisible()
      await expect(row.locator('summary')).toContainText('In review')
      await expect(row.locator('summary')).toBeFocused()

      await row.getByRole('button', { name: 'Ask the author' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Send question' }).click()
      await expect(dialog.getByText('Please write your question')).toBeVisible()
      await expect(dialog.getByLabel('Your question')).toBeFocused()
      await dialog.getByLabel('Your question').fill('Is it finished?\nHow many pages has it?')
      const release = await holdBack(page, /\/api\/admin\/requests\//)
      await dialog.getByRole('button', { name: 'Send question' }).dblclick()
      await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
      release()
      await expect(toast(page, 'Question: Kept, Not Sent')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(row).toContainText('You wrote to the author')
      await expect(row).toContainText('How many pages has it?')

      await row.getByRole('button', { name: 'Accept' }).click()
      await dialog.getByLabel('A word to the author').fill('We love the kerosene.')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await expect(toast(page, 'Request Accepted')).toBeVisible()
      const draft = row.getByRole('link', { name: 'Edit the draft' })
      await expect(draft).toBeFocused()
      await expect(row.getByRole('button', { name: 'Accept' })).toHaveCount(0)

      const id = /books\/([0-9a-f-]+)\/edit$/.exec((await draft.getAttribute('href')) ?? '')?.[1]
      expect(await ask('GET', `/admin/books/${id}`)).toMatchObject({
        title: request.title,
        authorName: request.author,
        description: request.description,
        category: request.category,
        price: request.price,
        coverImageUrl: request.coverImageUrl,
        isPublished: false,
      })
      await letUndoEnd()
      await expect.poll(async () => (await mailsTo(request.authorEmail)).length).toBe(3)
      const mails = (await mailsTo(request.authorEmail)).join('\n')
      expect(mails).toContain('How many pages has it?')
      expect(mails).toContain('We love the kerosene.')
      const log = await ask('GET', '/admin/activity?pageSize=100')
      expect(
        log
          .filter(({ subject }: { subject: string }) => subject === request.title)
          .map(({ action }: { action: string }) => action),
      ).toEqual(['requestAccepted', 'requestAsked', 'requestTakenUp'])
    })

    await test.step('a note that is not saved outlives a decision from another tab, another list and a reload, and ends with the session', async () => {
      const { ask } = await withAdminSession(page, { isOwn: true })
      const request = await received(page)
      const row = await opened(page, request)
      const note = row.getByLabel('Your note')
      await note.fill('Ring her in May')
      await expect(row.locator('summary')).toContainText('Note not saved')
      await row.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('dialog').getByLabel('A word to the author').fill('Welcome!')
      await ask('PATCH', `/admin/requests/${request.id}`, { status: 'declined', note: 'No' })

      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Accept' }).click()
      await expect(dialog.getByRole('alert')).toContainText('This was changed meanwhile')
      await expect(dialog.getByRole('alert')).toContainText('It is now: declined.')
      await expect(dialog.getByLabel('A word to the author')).toHaveValue('Welcome!')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(row.locator('summary')).toContainText('Declined')
      await expect(row.getByRole('button', { name: 'Reopen' })).toBeVisible()

      await expect(note).toHaveValue('Ring her in May')
      await ask('PATCH', `/admin/requests/${request.id}`, { note: 'No, really' })
      await row.getByRole('button', { name: 'Save note' }).click()
      await expect(row.getByRole('alert')).toContainText('Saved there: “No, really”')
      await expect(note).toHaveValue('Ring her in May')
      await row.getByRole('button', { name: 'Save note' }).click()
      await expect(toast(page, 'Note Saved')).toBeVisible()
      await expect(row.locator('summary')).not.toContainText('Note not saved')
      expect(await ask('GET', `/admin/requests?search=${request.reference}`)).toMatchObject([
        { status: 'declined', note: 'Ring her in May', bookId: null },
      ])

      await test.step('an unsaved note asks before the page is left, and is restored', async () => {
        await note.fill('Half a thought')
        const asked = page.waitForEvent('dialog')
        const reloaded = page.reload()
        const question = await asked
        expect(question.type()).toBe('beforeunload')
        await question.accept()
        await reloaded
        await row.locator('summary').click()
        await expect(note).toHaveValue('Half a thought')
        // Another part of the list does not lose it either.
        await page.getByRole('button', { name: 'Accepted' }).click()
        await page.getByRole('button', { name: request.reference }).click()
        await row.locator('summary').click()
        await expect(note).toHaveValue('Half a thought')
      })

      page.once('dialog', (question) => question.accept())
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
      expect(stored).not.toContain('Half a thought')
    })
  })
})

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('the publisher sees overdue requests first, declines one, and reopens it', async ({
    page,
  }) => {
    await withAdminSession(page)
    const request = await received(page)
    const found: string[] = []
    await inDatabase(async (sql) => {
      const longAgo = '2025-04-14T09:00:00Z'
      await sql`delete from publishing_requests where created_at = ${longAgo}`
      await sql`update publishing_requests set created_at = ${longAgo} where id = ${request.id}`
    })
    await page.goto('/admin/requests')
    const row = rowOf(page, request)
    const all = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
    await expect(page.getByRole('heading', { name: 'To answer' })).toBeVisible()
    await expect(all.first()).toContainText(request.title)
    await expect(row).toContainText('Overdue')
    await expect(row).toContainText('Answer due Wednesday, 23 Apr')
    await row.locator('summary').press('Enter')
    await row.getByLabel('Your note').fill('Ring her in May')
    found.push(...(await violationsInLightAndDark(page, 'an open request')))
    await row.getByLabel('Your note').fill('')
    const small = await row
      .locator('a, button, summary')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getBoundingClientRect().height < 44)
          .map((target) => target.textContent),
      )
    await row.getByRole('button', { name: 'Ask the author' }).click()
    await page.getByRole('button', { name: 'Send question' }).click()
    found.push(...(await violationsInLightAndDark(page, 'the question')))
    await page.keyboard.press('Escape')
    await expect(row.getByRole('button', { name: 'Ask the author' })).toBeFocused()
    expect([...found, ...small]).toEqual([])
    await row.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(request.title)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByLabel('A word to the author').fill('It is not for us.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(toast(page, 'Request Declined')).toBeVisible()
    await expect(row.locator('summary')).toBeFocused()
    await expect(row.locator('summary')).not.toContainText('Overdue')
    await expect
      .poll(async () => {
        await letUndoEnd()
        return (await mailsSoFar(request.authorEmail)).join('\n')
      })
      .toContain('It is not for us.')

    await page.getByRole('button', { name: 'Declined' }).click()
    await expect(page).toHaveURL(/status=declined/)
    // It is on this list too, and stays as open as it was.
    await row.getByRole('button', { name: 'Reopen' }).click()
    await expect(toast(page, 'Request Reopened')).toBeVisible()
    await expect(row.locator('summary')).toContainText('New')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'All requests' })).toBeVisible()
    await expect(row).toContainText('Overdue')

    await test.step('what an author typed is shown as text, without unsafe links', async () => {
      const hostile = '<img src=x onerror="window.pwned=1">'
      await inDatabase(
        (sql) => sql`
        update publishing_requests set description = ${hostile}, author = ${hostile}, note = ${hostile},
          author_phone = 'javascript:pwned', cover_image_url = 'javascript:window.pwned=1'
        where id = ${request.id}`,
      )
      const row = await opened(page, request)
      await expect(row).toContainText(`by ${hostile}`)
      for (const link of await row.getByRole('link').all()) {
        expect(await link.getAttribute('href')).not.toMatch(/^javascript:/)
      }
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false)

      const long = 'W'.repeat(200)
      await inDatabase(
        (sql) => sql`
        update publishing_requests set title = ${long}, author = ${long}, description = ${long},
          author_email = ${`${long}@ascend.example`}, author_phone = ${long}, message = ${long}
        where id = ${request.id}`,
      )
      await page.goto(`/admin/requests?search=${request.reference}`)
      await page.getByRole('region', { name: 'All requests' }).locator('summary').click()
      await page.getByRole('button', { name: 'Accept', exact: true }).click()
      expect(await tooWide(page, 'a request without a space')).toEqual([])
    })
  })
})
