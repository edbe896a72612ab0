import type { Browser, Page } from 'playwright/test'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { signedIn } from '#tests/e2e/support/readers.ts'
import { inDatabase, mailsSoFar, releaseMs } from '#tests/e2e/support/service.ts'
import { expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'

// What the publisher decides takes a build until it stands on the landing page.
test.describe.configure({ timeout: 120_000 })
test.use({ expectedErrors: /status of (404|409|500|503)|ERR_FAILED/ })

/** A reader in a browser of their own, who has sent in a story that nobody else sends. */
async function aContributor(browser: Browser, baseURL: string | undefined, fields = {}) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const person = await signedIn(page)
  const story = {
    ...aSubmission,
    title: `The light came back ${Date.now()}${Math.random()}`,
    ...fields,
  }
  const answer = await page.request.post('/api/stories', { data: story })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  return {
    ...story,
    id,
    page,
    person,
    /** Waits for so many mails about what became of the story, as if the time were over in which it can be undone. */
    mails: async (count: number) => {
      await inDatabase(
        (db) => db`
          with due as (
            update mails set next_try_at = now()
            where recipient = ${person.email} and next_try_at > now()
          )
          select pg_notify('mails_waiting', '')`,
      )
      const aboutStory = async () =>
        (await mailsSoFar(person.email)).filter(
          (mail) => !/^Subject: (Welcome|We have)/m.test(mail),
        )
      await expect.poll(async () => (await aboutStory()).length).toBe(count)
      return aboutStory()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const paper = (page: Page) => page.getByRole('article', { name: 'As readers will see it' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const outcome = (page: Page) => page.locator('[data-outcome]')
/** A decision was made: it is told, and another story is open, or none is left. */
async function isDecided(page: Page, { id }: { id: string }, message: string) {
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
}

async function openStory(page: Page, id: string) {
  await page.goto(`/admin/stories?story=${id}`)
  await expect(paper(page)).toBeVisible()
}

test('a story is sent in, returned, sent in again, edited, published, and read by everybody', async ({
  page,
  browser,
  baseURL,
}) => {
  await using reader = await aContributor(browser, baseURL)
  const admin = await withAdminSession(page)
  await page.goto('/admin/stories')
  await expect(page.getByRole('heading', { name: 'To review' })).toBeVisible()
  await page.getByRole('button', { name: 'Search stories' }).click()
  await page.getByRole('searchbox', { name: 'Search stories' }).fill(reader.title)
  await row(page, reader.title).click()
  await expect(page).toHaveURL(/[?&]story=/)
  await expect(paper(page).getByRole('heading')).toHaveText(reader.title)
  await expect(paper(page)).toContainText(reader.summary)
  await expect(paper(page)).toContainText('The transformer died on a Sunday.')
  await expect(page.getByRole('link', { name: reader.person.email })).toBeVisible()

  const note = 'Who paid for the poles?\nAnd who climbed them?'
  await press(page, 'Return')
  await expect(page.getByLabel('Note to the contributor')).toBeFocused()
  await press(page, 'Return story')
  await expect(page.getByText('Please write what the contributor should change')).toBeVisible()
  await expect(page.getByLabel('Note to the contributor')).toBeFocused()
  await page.getByLabel('Note to the contributor').fill(note)
  await press(page, 'Return story')
  await isDecided(page, reader, 'Returned. Mail is off: it is kept here, not sent.')

  await reader.page.goto('/account')
  await expect(reader.page.getByText('Returned to you')).toBeVisible()
  await expect(reader.page.getByText('Who paid for the poles?')).toBeVisible()
  const [returned = ''] = await reader.mails(1)
  expect(returned).toContain('And who climbed them?')
  expect(returned).toContain(`/submit?story=${reader.id}`)

  await reader.page.getByRole('link', { name: 'Edit and send again' }).click()
  await reader.page
    .getByLabel('Your Story')
    .fill('The poles were paid for by all of us. '.repeat(10))
  await reader.page.getByRole('checkbox', { name: 'I agree' }).check()
  await reader.page.getByRole('button', { name: 'Submit Story' }).click()
  await expect(reader.page.getByText('Waiting for review')).toBeVisible()

  await openStory(page, reader.id)
  await expect(paper(page)).toContainText('The poles were paid for by all of us.')
  await expect(page.getByText('Your note to the contributor:')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(`/admin/stories/${reader.id}/edit`)
  await expect(page.getByLabel('Title')).toHaveValue(reader.title)
  const title = `${reader.title}, for good`
  await admin.ask('PATCH', `/admin/stories/${reader.id}`, { title })
  await openStory(page, reader.id)
  await expect(paper(page).getByRole('heading')).toHaveText(title)

  const release = await holdBack(page, /\/api\/admin\/stories\/[^/]+$/)
  await page.getByRole('button', { name: 'Publish', exact: true }).dblclick()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  // The second press met the same button.
  await expect(page.getByLabel('Note to the contributor')).toHaveCount(0)
  release()
  await isDecided(page, reader, 'Published. Mail is off: it is kept here, not sent.')

  await reader.page.goto('/account')
  await expect(reader.page.getByText('Published', { exact: true })).toBeVisible()
  await expect(reader.page.getByText('Who paid for the poles?')).toBeHidden()
  const frontPage = async () => (await reader.page.request.get('/')).text()
  await expect.poll(frontPage, { timeout: releaseMs }).toContain(title)
  await reader.page.goto('/')
  await expect(reader.page.getByRole('link', { name: title }).first()).toBeVisible()
  const mails = await reader.mails(2)
  expect(mails.filter((mail) => mail.includes('/story/the-light-came-back-'))).toHaveLength(1)

  await openStory(page, reader.id)
  const mark = page.locator('.decision-bar').getByRole('status')
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*from%3Dwhatsapp/,
  )
  await expect(page.getByRole('link', { name: '0 reads in 28 days' })).toBeVisible()
  await press(page, 'More')
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(outcome(page)).toHaveText('Unpublished.')
  await expect(mark).toHaveText('Off the site', { timeout: releaseMs })
  await reader.page.goto(`/story/${reader.id}`)
  await expect(reader.page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible()
  await reader.page.goto('/account')
  await expect(reader.page.getByText('Taken off the site')).toBeVisible()
  await expect(reader.page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
})

test('a story is declined and reopened by keyboard alone, and the next one opens by itself', async ({
  page,
  browser,
  baseURL,
}) => {
  await using reader = await aContributor(browser, baseURL)
  await using other = await aContributor(browser, baseURL)
  await withAdminSession(page)
  await page.goto(`/admin/stories?search=${encodeURIComponent(reader.title)}`)
  await row(page, reader.title).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: reader.title })).toBeFocused()
  const tabTo = async (name: string) => {
    const wanted = page.getByRole('button', { name, exact: true })
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await wanted.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${name} was not reached`)
  }
  await tabTo('Decline')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Note to the contributor')).toBeFocused()
  await page.keyboard.type('We had three of these.')
  await tabTo('Decline story')
  await page.keyboard.press('Enter')
  await isDecided(page, reader, 'Declined. Mail is off: it is kept here, not sent.')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expect(page.locator('#review-head')).toBeFocused()
  expect((await reader.mails(1)).join()).toContain('We had three of these.')
  await reader.page.goto('/account')
  await expect(reader.page.getByText('Not accepted')).toBeVisible()

  await openStory(page, reader.id)
  await tabTo('Reopen')
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('Reopened: it waits for review again.')
  await reader.page.reload()
  await expect(reader.page.getByText('Waiting for review')).toBeVisible()

  await openStory(page, other.id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Review, \d+ of \d+$/)
  await page.getByRole('link', { name: 'Next story' }).click()
  await expect(page).not.toHaveURL(new RegExp(other.id))
  await page.goBack()
  await expect(paper(page).getByRole('heading')).toHaveText(other.title)
  await test.step('after the last story everything is caught up', async () => {
    // Earlier tests have sent stories: the page is told that nobody did.
    const none = { headers: { 'X-Total-Count': '0' }, json: [] }
    await page.route(/\/api\/admin\/stor.*status=submitted/, (route) => route.fulfill(none))
    await openStory(page, other.id)
    await press(page, 'Decline')
    await press(page, 'Decline story')
    await expect(page).toHaveURL('/admin/stories?status=submitted')
    await expect(page.getByRole('heading', { name: 'All caught up' })).toBeVisible()
    // The Undo covers nothing that one presses next.
    const toast = await page.locator('.toast').boundingBox()
    const bar = await page.getByRole('navigation', { name: 'Places' }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })
})

test('a load that failed is retried, and a note is kept from other tabs and from leaving', async ({
  page,
  browser,
  baseURL,
}) => {
  await using reader = await aContributor(browser, baseURL)
  const admin = await withAdminSession(page)
  const { id } = reader
  const note = page.getByLabel('Note to the contributor')
  const list = /\/api\/admin\/stor/
  const story = new RegExp(`/api/admin/stories/${id}`)
  const address = new RegExp(id)
  const withoutNetwork = (of: RegExp) => page.route(of, (route) => route.abort())

  await test.step('without a network', async () => {
    await withoutNetwork(list)
    await page.goto(`/admin/stories?search=${encodeURIComponent(reader.title)}`)
    await expect(page.getByRole('alert')).toContainText('The stories could not be loaded.')
    await page.unroute(list)
    await press(page, 'Try again')
    await expect(row(page, reader.title)).toBeVisible()

    await withoutNetwork(story)
    await row(page, reader.title).click()
    await expect(page.getByRole('alert')).toContainText('This story could not be loaded.')
    await page.unroute(story)
    await press(page, 'Try again')
    await expect(paper(page)).toBeVisible()
    await withoutNetwork(story)
    await press(page, 'Publish')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
    await page.unroute(story)
  })
  await test.step('leaving with an unsaved note asks for confirmation', async () => {
    await press(page, 'Decline')
    await note.fill('Half a thought')
    const asked: string[] = []
    let isToLeave = false
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await (isToLeave ? dialog.accept() : dialog.dismiss())
    })
    const stays = async () => {
      await expect(page).toHaveURL(address)
      await expect(note).toHaveValue('Half a thought')
    }
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await stays()
    await page.goBack()
    await stays()
    await page.evaluate(() => location.assign('/admin/dashboard'))
    await expect.poll(() => asked).toEqual(['confirm', 'confirm', 'beforeunload'])
    await stays()
    isToLeave = true
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page).not.toHaveURL(address)
    await expect(row(page, reader.title)).toBeFocused()
  })
  await test.step('a change from another tab is shown, and the note is still there', async () => {
    await row(page, reader.title).click()
    await press(page, 'Return')
    await note.fill('Who paid for the poles?')
    const title = `${reader.title} again`
    await admin.ask('PATCH', `/admin/stories/${id}`, { title })
    await press(page, 'Return story')
    await expect(page.getByRole('alert')).toContainText('This was changed meanwhile')
    await expect(paper(page).getByRole('heading')).toHaveText(title)
    await expect(note).toHaveValue('Who paid for the poles?')
    await press(page, 'Return story')
    await isDecided(page, reader, 'Returned.')
  })
  await test.step('its contributor has withdrawn it meanwhile', async () => {
    await openStory(page, id)
    await reader.page.request.delete(`/api/account/stories/${id}`)
    await press(page, 'Publish')
    await expect(page.getByText('its contributor has withdrawn it')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  test('whatever a story holds is shown as text that fits, and it is deleted and brought back', async ({
    page,
    browser,
    baseURL,
  }) => {
    const hostile = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`
    await using reader = await aContributor(browser, baseURL, {
      title: `${Date.now()} ${'Superlongword'.repeat(7)} ${hostile}`,
      summary: hostile,
      content: `${hostile}\n\n\nA second paragraph. ${'More of it. '.repeat(20)}`,
      authorName: hostile.slice(0, 60),
      videoUrl: 'https://films.example/watch?v=1',
    })
    const { id, title } = reader
    const admin = await withAdminSession(page)
    await test.step('it was scheduled, and its contributor has changed it since', async () => {
      const { fields } = await admin.ask('GET', `/admin/drafts/${id}`)
      const number = await saveDraft(admin, id, 0, { ...fields, content: aSubmission.content })
      const publishAt = '2099-12-24T09:00:00Z'
      await admin.ask('POST', `/admin/drafts/${id}/publish`, { number, publishAt })
      const { page: _, person, mails, ...story } = reader
      const answer = await reader.page.request.put(`/api/account/stories/${id}`, { data: story })
      expect(answer.status()).toBe(200)
    })
    await openStory(page, id)
    await expect(paper(page).getByRole('heading')).toHaveText(title)
    await expect(page.getByText('It was approved before, and was changed since.')).toBeVisible()
    await expect(page.getByText('Publishes ')).toHaveCount(0)
    const text = paper(page).locator('> div > div').last().locator('p')
    await expect(text).toHaveCount(2)
    await expect(text.first()).toHaveText(hostile)
    await expect(page).not.toHaveTitle('broken')
    const film = page.getByRole('link', { name: 'Video on films.example' })
    await expect(film).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect(film).toHaveAttribute('href', 'https://films.example/watch?v=1')
    await press(page, 'Return')
    await press(page, 'Return story')
    expect(await violationsInLightAndDark(page, 'a note')).toEqual([])
    expect(await tooWide(page, 'a story and a note')).toEqual([])
    await page.setViewportSize(phone.viewport)
    await press(page, 'Cancel')
    await test.step('it is deleted at once, and Undo brings it back to the list', async () => {
      await page.goto(`/admin/stories?search=${encodeURIComponent(title.slice(0, 90))}`)
      await row(page, title).click()
      await press(page, 'Delete')
      await expect(page.getByRole('status').filter({ hasText: 'Story Deleted' })).toBeVisible()
      await expect(page.getByText('No stories with')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'All stories' })).toBeFocused()
      await reader.page.goto('/account')
      await expect(reader.page.getByText('You have not sent us a story yet.')).toBeVisible()
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
      await expect(row(page, title)).toBeVisible()
    })
  })
})
