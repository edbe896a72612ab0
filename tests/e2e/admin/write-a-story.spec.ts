import { aPicture } from '#tests/pictures.ts'
import { violationsInLightAndDark } from '../axe.ts'
import { storiesOf } from '../content.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { saveDraft } from './drafts.ts'
import { isKept, isRich, openEditor, openSettings, textOf } from './editor.ts'
import { withAdminSession } from './publisher.ts'

// What is published takes a build until it stands on the landing page.
test.describe.configure({ timeout: 120_000 })
test.use({ expectedErrors: /status of (400|409|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

const summary =
  'A class in Makurdi pressed oil from what the market left, and the ferryman tried it first.'
const sentence =
  'It began with a smell that everybody noticed, and nobody knew where it came from. '

for (const [device, size] of Object.entries({ phone, desktop })) {
  test(`a story with a picture is written and published on a ${device}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...size, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
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
    if (device === 'phone') await press('New')
    await press('Write a story', 'link')
    await isRich(page)
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
    // Not on the way to a published story.
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
    expect(await tooWide(page, 'the story editor')).toEqual([])
    await press('Publish')
    await press('Publish now')
    await expect(page.getByRole('dialog', { name: 'Published' })).toBeVisible()
    expect(presses, 'presses beside the typing').toBeLessThanOrEqual(11)

    await page.getByRole('dialog').getByRole('link', { name: 'View', exact: true }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.locator('[data-story-text] strong')).toHaveText('Then it rained.')
    await context.close()
  })
}

test('the editor has a name and a key for each tool, and axe finds nothing', async ({ page }) => {
  await withAdminSession(page)
  await openEditor(page)
  expect(await violationsInLightAndDark(page, 'the story editor')).toEqual([])
  const tools = page.getByRole('toolbar', { name: 'Text tools' }).getByRole('button')
  for (const tool of await tools.all()) {
    const label = await tool.getAttribute('aria-label')
    expect(label).toBeTruthy()
    const keys = await tool.getAttribute('aria-keyshortcuts')
    expect(keys, `the key of ${label}`).toMatch(/^Control\+/)
    expect(await tool.getAttribute('title')).toBe(`${label} (${keys?.replace('Control', 'Ctrl')})`)
  }
  // One can leave the text by the keyboard alone.
  await textOf(page).focus()
  await page.keyboard.press('Tab')
  await expect(textOf(page)).not.toBeFocused()
})

test('a published story that is only opened has no changes that readers do not see', async ({
  page,
}) => {
  await withAdminSession(page)
  const [story] = await storiesOf(page.request)
  await openEditor(page, `/admin/stories/${story?.id}/edit`)
  await openSettings(page, 'Review')
  const facts = page.getByRole('region', { name: 'Publish' })
  await expect(facts).toContainText('Published ')
  await expect(facts).not.toContainText('Unpublished changes')
})

test('headings, lists, quotations and a link are made by keyboard alone', async ({ page }) => {
  await withAdminSession(page)
  await openEditor(page)
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

test('a plain field works before the rich editor loads, and its text is preserved', async ({
  page,
}) => {
  await withAdminSession(page)
  await page.route(/rich-text/, (route) => route.abort())
  await page.goto('/admin/stories/new')
  await page.locator('#content').fill('Typed **before** anything came.')
  await expect(page.getByText('The rich editor could not be loaded')).toBeVisible()
  await page.locator('#content').pressSequentially(' And after.')
  await isKept(page)
  await page.reload()
  await expect(page.locator('#content')).toHaveValue('Typed **before** anything came. And after.')
})

test('a lost network loses no text, which is saved once the network is back', async ({
  page,
  context,
}) => {
  await withAdminSession(page)
  await openEditor(page)
  // What publishes is loaded by then, too.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await textOf(page).click()
  await page.keyboard.type('Written in a tunnel.')
  await isKept(page, 'waiting')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('the server does not have them yet')).toBeVisible()
  await context.setOffline(false)
  await isKept(page)
  await page.reload()
  await expect(textOf(page)).toHaveText('Written in a tunnel.')
})

test('a second tab learns of the first one’s changes, and neither loses text', async ({
  page,
  context,
}) => {
  await withAdminSession(page)
  await openEditor(page)
  await textOf(page).click()
  await page.keyboard.type('Begun.')
  await isKept(page)
  const other = await context.newPage()
  await openEditor(other, new URL(page.url()).pathname)
  await textOf(other).click()
  await other.keyboard.press('End')
  await other.keyboard.type(' From the second tab.')
  await isKept(other)
  await textOf(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' From the first tab.')
  await expect(page.getByText('You saved this story on another device')).toBeVisible({
    timeout: 15_000,
  })
  expect(await violationsInLightAndDark(page, 'the story editor')).toEqual([])
  const compared = await page.getByRole('link', { name: 'Compare both' }).getAttribute('href')
  expect(compared).toMatch(/\?before=2&after=3$/)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('textbox', { name: 'Text' }).blur()
  const keep = page.getByRole('button', { name: 'Keep mine' })
  const { x, y } = (await keep.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  expect(await keep.boundingBox()).toMatchObject({ x, y })
  await page.mouse.up()
  await isKept(page)
  await page.reload()
  await expect(textOf(page)).toHaveText('Begun. From the first tab.')
  await page.getByRole('link', { name: 'Revisions' }).click()
  await expect(page.getByText('Conflicting version').first()).toBeVisible()
})

test('text from Google Docs is pasted with its structure and without foreign markup', async ({
  page,
}) => {
  await withAdminSession(page)
  await openEditor(page)
  await textOf(page).focus()
  await textOf(page).evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      '<b style="font-weight:normal"><p><span style="font-weight:700;color:red">Bold</span> words</p><ul><li>one</li></ul><script>alert(1)</script></b>',
    )
    const event = { clipboardData: data, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', event))
  })
  await expect(textOf(page).locator('li')).toHaveText('one')
  expect(await textOf(page).innerHTML()).toBe(
    '<p><strong>Bold</strong> words</p><ul><li><p>one</p></li></ul>' +
      // One goes on writing below a list.
      '<p><br class="ProseMirror-trailingBreak"></p>',
  )
})
