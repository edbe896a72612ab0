import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { storiesOf, storyTitled } from '#tests/e2e/support/content.ts'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { isKept, openEditor, openIssue, textOf } from '../magazine/editor.ts'
import { withAdminSession } from '../publisher.ts'
import { aSubscriber } from './issues.ts'

test.describe.configure({ timeout: 120_000 })

const newIssue = '/admin/letters/new'

test.describe('on a phone', () => {
  test.use(phone)

  test('an issue with a story and a book is written, previewed and sent as a test', async ({
    page,
    request,
  }) => {
    await withAdminSession(page)
    await openEditor(page, newIssue)
    await page.getByLabel('Subject', { exact: false }).first().fill('What the river took')
    await textOf(page).click()
    await page.keyboard.type('Dear reader, the river was high.')
    await page.getByText('Add a story or a book').click()
    // It is found by its title: other tests publish several under one.
    const story = await storyTitled(request, 'Letter to the student who repeated a year')
    await page.getByLabel('Search stories and books').fill(story.title)
    const add = page.getByRole('button', { name: `Add “${story.title}”` })
    await add.click()
    await page.getByLabel('Search stories and books').fill('ledger')
    await expect(add).toHaveCount(0)
    await page
      .getByRole('button', { name: /^Add “/ })
      .last()
      .click()
    await expect(textOf(page).locator('a')).toHaveCount(2)
    await expect(page.getByText(/^All subscribers [\d,]+$/)).toBeVisible()
    // It is drawn by itself after each save.
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const sheet = page.getByRole('complementary', { name: 'Preview' })
    await expect(sheet.getByRole('heading', { name: 'Preview' })).toBeInViewport()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Dear reader, the river was high.')).toBeVisible()
    await expect(frame.getByRole('link', { name: story.title })).toBeVisible()
    await expect(frame.getByText(/^Book · ₦/)).toBeVisible()
    // In the text they are drawn as cards, too.
    await expect(textOf(page).locator('.editor-card').first()).toHaveAttribute(
      'data-about',
      story.category,
    )
    await expect(textOf(page).locator('.editor-card').last()).toHaveAttribute(
      'data-about',
      /^by .+ · ₦/,
    )
    await expect(page.getByText(/^\d+ KB of 25$/).filter({ visible: true })).toBeVisible()
    expect(await tooWide(page, 'the newsletter editor')).toEqual([])
    // The tools stick to the top of the window: they cover half a line of the text wherever one has scrolled to.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await violationsInLightAndDark(page, 'the newsletter editor')).toEqual([])

    await page.getByRole('button', { name: 'Plain text', exact: true }).last().click()
    const plain = page.getByRole('region', { name: 'The newsletter as plain text' })
    await expect(plain).toContainText(`/story/${story.slug}`)
    await page.getByRole('button', { name: 'Laptop' }).click()
    await expect(page.locator('iframe')).toHaveAttribute('width', '640')
    const { width = 640 } = (await page.locator('iframe').boundingBox()) ?? {}
    expect(width).toBeLessThan(360)
    // It looks like the real mail, in dark mode and without its pictures.
    const paperOf = () =>
      frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    const light = await paperOf()
    await page.getByLabel('Dark mode').check()
    await expect.poll(paperOf).not.toBe(light)
    await page.getByLabel('Pictures off').check()
    await expect(page.locator('iframe')).toHaveAttribute('src', /&dark=on&pictures=off$/)
    await expect(frame.getByRole('link', { name: story.title })).toBeVisible()

    // What is written on is in the preview once it is saved.
    await page.getByLabel('Subject', { exact: false }).first().fill('What the river gave back')
    await expect(page.getByText('Subject: What the river gave back')).toBeVisible({
      timeout: 15_000,
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByText('Mail is off: it is kept here, not sent.')).toBeVisible()

    await isKept(page)
    await page.reload()
    await expect(page.getByLabel('Subject', { exact: false }).first()).toHaveValue(
      'What the river gave back',
    )
    await expect(textOf(page).locator('a')).toHaveCount(2)
    await page.getByRole('button', { name: 'Discard this newsletter' }).click()
    await expect(page).toHaveURL('/admin/letters')
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('subject, text, a card and the preview beside them work by keyboard alone', async ({
    page,
    request,
  }) => {
    await withAdminSession(page)
    await openEditor(page, newIssue)
    await page.getByLabel('Subject', { exact: false }).first().focus()
    await page.keyboard.type('By keyboard')
    await textOf(page).focus()
    await page.keyboard.type('First words.')
    await page.getByText('Add a story or a book').focus()
    await page.keyboard.press('Enter')
    const [story] = await storiesOf(request)
    const add = page.getByRole('button', { name: `Add “${story?.title}”` }).first()
    await add.focus()
    await page.keyboard.press('Enter')
    // One goes on writing below what was added.
    await expect(textOf(page)).toBeFocused()
    await expect(textOf(page).locator('p')).toHaveText(['First words.', story?.title ?? '', ''])
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('First words.')).toBeVisible()
    await expect(page.getByText('Subject: By keyboard')).toBeVisible()
    await page.getByRole('button', { name: 'Plain text', exact: true }).last().focus()
    await page.keyboard.press('Enter')
    const plain = page.getByRole('region', { name: 'The newsletter as plain text' })
    await expect(plain).toContainText(`/story/${story?.slug}`)
  })
})

test.describe('without a network', () => {
  // The server knows nothing of a letter that was never saved when its page is loaded again.
  test.use({ expectedErrors: /status of 404|ERR_FAILED/ })

  test('a newsletter is begun in a tunnel, sent from where it is written, and recalled within the minute', async ({
    page,
  }) => {
    await aSubscriber()
    await withAdminSession(page)
    await openEditor(page, newIssue)
    const subject = page.getByLabel('Subject', { exact: true })
    const send = page.getByRole('button', { name: /^Send to \d/ })
    await test.step('the limits stand beside the fields, and nothing is saved yet', async () => {
      await expect(page.locator('[data-save-state]')).toHaveText('')
      await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(0)
      await expect(subject).toBeFocused()
      await page.keyboard.type('Ready to go')
      await expect(subject).toHaveAccessibleDescription('11 of 200 characters')
      await expect(page.getByLabel('Preview text')).toHaveAccessibleDescription(
        /after the subject\. At most 200 characters\.$/,
      )
      await expect(textOf(page)).toHaveAccessibleDescription(
        /^At most 50,000 characters\. The whole mail may have 25 KB\./,
      )
    })
    await test.step('nothing is lost that the server has not got', async () => {
      await page.route('**/api/admin/letters/*/draft', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      )
      await textOf(page).click()
      await page.keyboard.type('Written in a tunnel.')
      await isKept(page, 'waiting')
      await page.getByRole('button', { name: 'Send test' }).click()
      await expect(page.getByText('the server does not have them yet')).toBeInViewport()
      await page.reload()
      await expect(textOf(page)).toHaveText('Written in a tunnel.')
      await page.unroute('**/api/admin/letters/*/draft')
      await page.reload()
      await expect(textOf(page)).toHaveText('Written in a tunnel.')
      await isKept(page)
    })
    await send.click()
    await expect(page).toHaveURL(/\/admin\/letters\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 2, name: 'Ready to go' })).toBeVisible()
    await expect(page.getByText('until it is sent')).toBeVisible()
    expect(await tooWide(page, 'a newsletter that starts soon')).toEqual([])
    expect(await violationsInLightAndDark(page, 'a newsletter that starts soon')).toEqual([])
    // The server holds it: the page may be closed.
    const path = new URL(page.url()).pathname
    await page.goto('/admin/letters')
    const row = page.getByRole('listitem').filter({ has: page.locator(`[href="${path}"]`) })
    await expect(row.first()).toContainText('Starts soon')
    await page.goto(path)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Nobody got it.')).toBeVisible()
    await expect(send).toBeVisible()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(textOf(page)).toHaveText('Written in a tunnel.')
    await page.getByRole('button', { name: 'Discard this newsletter' }).click()
    await expect(page).toHaveURL('/admin/letters')
  })
})

test.describe('after a conflicting save', () => {
  test.use({ expectedErrors: /status of 409/ })

  test('the text of a tab becomes an issue of its own, which is not sent as long as it cannot be', async ({
    page,
  }) => {
    const { save } = await openIssue(page, 'Begun.')
    const path = new URL(page.url()).pathname
    const alert = page.getByRole('alert')
    await test.step('both versions are kept', async () => {
      await save(1, 'Begun. On another device.')
      await textOf(page).click()
      await page.keyboard.press('End')
      await page.keyboard.type(' From this tab.')
      await expect(page.getByText('You saved this newsletter on another device')).toBeVisible()
      expect(await violationsInLightAndDark(page, 'the newsletter editor')).toEqual([])
      await page.getByRole('button', { name: 'Keep these words as another newsletter' }).click()
      await expect(textOf(page)).toHaveText('Begun. From this tab.')
      await isKept(page)
      expect(new URL(page.url()).pathname).not.toBe(path)
      await page.reload()
      await expect(textOf(page)).toHaveText('Begun. From this tab.')
      await openEditor(page, path)
      await expect(textOf(page)).toHaveText('Begun. On another device.')
    })
    await test.step('nobody would get it', async () => {
      await page.route('**/api/admin/letter-audience*', (route) =>
        route.fulfill({ json: { recipients: 0 } }),
      )
      await page.reload()
      await page.getByRole('button', { name: 'Send to 0' }).click()
      await expect(page.getByText('Nobody would get it yet')).toBeInViewport()
      await expect(page).toHaveURL(/\/edit$/)
      await page.unrouteAll()
    })
    await test.step('it is too large, and goes to some categories', async () => {
      await aSubscriber()
      await save(2, 'Words of a long letter. '.repeat(900))
      await page.reload()
      await page.getByRole('button', { name: /^Send to \d/ }).click()
      await expect(alert).toContainText('and a mail has 25 KB at most')
      await expect(alert).toBeInViewport({ ratio: 1 })
      await expect(alert).toBeFocused()
      await expect(page).toHaveURL(path)
      await page.keyboard.press('Escape')
      await page.getByText(/^All subscribers/).click()
      await page.getByLabel('Faith and Inspiration').check()
      await expect(page.getByText(/^1 category \d/)).toBeVisible()
      await isKept(page)
      await page.reload()
      await expect(page.getByLabel('Faith and Inspiration')).toBeChecked()
    })
  })
})
