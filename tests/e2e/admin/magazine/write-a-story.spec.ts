import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { withAdminSession } from '../publisher.ts'
import { saveDraft } from './drafts.ts'
import { isKept, isRich, openEditor, textOf } from './editor.ts'

// What is published takes a build until it stands on the landing page.
test.describe.configure({ timeout: 120_000 })

const summary =
  'A class in Makurdi pressed oil from what the market left, and the ferryman tried it first.'
const sentence =
  'It began with a smell that everybody noticed, and nobody knew where it came from. '

test.describe('on a phone', () => {
  test.use(phone)

  test('a story with a picture is written and published', async ({ page }) => {
    const admin = await withAdminSession(page)
    // Whose story the publisher wrote last, theirs is the next.
    await saveDraft(admin, crypto.randomUUID(), 0)
    await page.goto('/admin/dashboard')
    let presses = 0
    const press = async (name: string, role: 'button' | 'link' = 'button') => {
      presses++
      await page
        .getByRole(role, { name, exact: name === 'New' })
        .first()
        .click()
    }
    await press('New')
    await press('Write a story', 'link')
    await isRich(page)
    const state = page.locator('[data-save-state]')
    await expect(state).toHaveText('')
    await expect(page.getByRole('button', { name: /^Discard/ })).toHaveCount(0)
    const title = `The ferry that runs on groundnut oil ${Date.now()}`
    // The first field has the focus, and Enter leads to the next.
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.keyboard.insertText(title)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Summary')).toBeFocused()
    await page.keyboard.insertText(summary)
    await page.keyboard.press('Enter')
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.type(sentence + sentence)
    // This is not on the way to a published story.
    await page.getByRole('button', { name: 'Bold' }).click()
    await page.keyboard.type('Then it rained.')
    presses += 2
    await page.getByLabel('Category').selectOption({ index: 3 })
    await expect(page.locator('#authorName')).toHaveValue('Halima Sule')
    await expect(page.locator('#authorRole')).toHaveValue('Reporter')
    // One press opens the phone's own chooser, in which one picks.
    presses += 2
    const picture = await aPicture(800, 600).jpeg().toBuffer()
    await page
      .getByLabel('Add a picture')
      .setInputFiles({ name: 'ferry.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expect(
      page.getByAltText('The picture of the story').filter({ visible: true }).first(),
    ).toBeVisible({ timeout: 20_000 })
    await isKept(page)
    await expect(state).toHaveText('Saved just now')
    expect(await tooWide(page, 'the story editor')).toEqual([])
    await press('Publish')
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(/^Picture: \d+ KB$/)).toBeVisible()
    expect(await tooWide(page, 'the publish sheet')).toEqual([])
    expect(await violationsInLightAndDark(page, 'the publish sheet')).toEqual([])
    await press('Publish now')
    const people = sheet.getByLabel('The people in its pictures')
    await expect(people, 'a picture that was uploaded waits for it').toBeFocused()
    await people.check()
    presses++
    await press('Publish now')
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible()
    expect(presses, 'presses beside the typing').toBeLessThanOrEqual(11)
    expect(await violationsInLightAndDark(page, 'the published sheet')).toEqual([])

    await sheet.getByRole('link', { name: 'View', exact: true }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.locator('[data-story-text] strong')).toHaveText('Then it rained.')
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('headings, lists, quotations and a link are made by keyboard alone', async ({ page }) => {
    await withAdminSession(page)
    await openEditor(page)
    await test.step('each tool has a name and a key', async () => {
      const tools = page.getByRole('toolbar', { name: 'Text tools' }).getByRole('button')
      for (const tool of await tools.all()) {
        const label = await tool.getAttribute('aria-label')
        expect(label).toBeTruthy()
        const keys = await tool.getAttribute('aria-keyshortcuts')
        expect(keys, `the key of ${label}`).toMatch(/^Control\+/)
        expect(await tool.getAttribute('title')).toBe(
          `${label} (${keys?.replace('Control', 'Ctrl')})`,
        )
      }
    })
    await test.step('one leaves the text by Tab', async () => {
      await textOf(page).focus()
      await page.keyboard.press('Tab')
      await expect(textOf(page)).not.toBeFocused()
    })
    await textOf(page).focus()
    await page.keyboard.press('Control+Alt+2')
    await page.keyboard.type('What they did')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Shift+8')
    await page.keyboard.type('They asked')
    await page.keyboard.press('Enter')
    await page.keyboard.type('They pressed')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Shift+9')
    await page.keyboard.type('1. It is *not* a list')
    await page.keyboard.press('Control+Alt+m')
    await expect(page.locator('#content')).toBeFocused()
    await expect(page.locator('#content')).toHaveValue(
      '## What they did\n\n- They asked\n- They pressed\n\n> 1\\. It is \\*not\\* a list',
    )
    await page.keyboard.press('Control+Alt+m')
    await expect(textOf(page)).toBeFocused()
    // ProseMirror sets one of its own some milliseconds after the focus; without a selection the keys open the search.
    await expect(async () => {
      await page.keyboard.press('Control+a')
      expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(false)
    }).toPass()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Address').fill('unilag.edu.ng')
    await page.getByRole('button', { name: 'Set the link' }).click()
    await expect(textOf(page).locator('a').first()).toHaveAttribute('href', 'https://unilag.edu.ng')
  })
})

test.describe('with a network that fails', () => {
  test.use({ expectedErrors: /Failed to load resource|dynamically imported module/ })

  test('one writes on without the parts that cannot be loaded', async ({ page }) => {
    await withAdminSession(page)
    await test.step('the rich editor', async () => {
      await page.route(/rich-text/, (route) => route.abort())
      await page.goto('/admin/stories/new')
      await page.locator('#content').fill('Typed **before** anything came.')
      await expect(page.getByText('The rich editor could not be loaded')).toBeVisible()
      await page.locator('#content').pressSequentially(' And after.')
      await isKept(page)
      await page.reload()
      await expect(page.locator('#content')).toHaveValue(
        'Typed **before** anything came. And after.',
      )
      await page.unroute(/rich-text/)
    })
    await test.step('the preview, which is there at the next press', async () => {
      await page.reload()
      await isRich(page)
      await page.route('**/PreviewDialog*.js', (route) => route.abort())
      const press = page.getByRole('button', { name: 'Preview' })
      await press.click()
      await expect(page.getByRole('alert').filter({ hasText: 'Not Loaded' })).toBeVisible()
      await expect(textOf(page)).toHaveText('Typed before anything came. And after.')
      await page.unroute('**/PreviewDialog*.js')
      await press.click()
      const preview = page.getByRole('dialog', { name: 'Preview' })
      await expect(preview.getByText('before')).toBeVisible()
    })
  })
})
