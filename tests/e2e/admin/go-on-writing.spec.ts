import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import { aPicture } from '#tests/pictures.ts'
import { storiesOf, storyTitled } from '../content.ts'
import { expect, phone, test } from '../test.ts'
import { saveDraft } from './drafts.ts'
import { isKept, isRich, openEditor, textOf } from './editor.ts'
import { withAdminSession } from './publisher.ts'

// The next word after a divider, a picture, a card or a dialog stands in the text, and takes nothing away.

test.describe.configure({ timeout: 90_000 })
test.use(phone)

/** As the editor does when its page is hidden, and not three seconds later. */
async function saveNow(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await isKept(page)
}

async function openStory(page: Page, content: string) {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, { content })
  await openEditor(page, `/admin/stories/${id}/edit`)
  const stored = async () => {
    await saveNow(page)
    return (await admin.ask('GET', `/admin/drafts/${id}`)).fields.content as string
  }
  return { ...admin, id, stored, becomes: (wanted: string) => expect.poll(stored).toBe(wanted) }
}

async function openIssue(page: Page, content: string) {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  const fields = { subject: 'What the river took', preheader: '', content, categories: [] }
  await admin.ask('PUT', `/admin/letters/${id}/draft`, { base: 0, saveId: id, fields })
  await openEditor(page, `/admin/letters/${id}/edit`)
  const stored = async () => {
    await saveNow(page)
    return (await admin.ask('GET', `/admin/letters/${id}/draft`)).fields.content as string
  }
  return { ...admin, becomes: (wanted: string) => expect.poll(stored).toBe(wanted) }
}

const typing = {
  keys: async (page: Page, word: string) => page.keyboard.type(word),
  // As GBoard does: a word grows under a line, and is then put in place.
  composition: async (page: Page, word: string) => {
    const cdp = await page.context().newCDPSession(page)
    await compose(cdp, word)
    await cdp.send('Input.insertText', { text: word })
    await cdp.detach()
  },
  // As keyboards do that compose nothing.
  'whole words': async (page: Page, word: string) => page.keyboard.insertText(word),
}

type Devtools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

/** Letter by letter; the word is not put in place yet. */
async function compose(cdp: Devtools, word: string, from = 1) {
  for (let end = from; end <= word.length; end++) {
    await cdp.send('Input.imeSetComposition', {
      text: word.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  }
}

/** By its title: other tests publish several under one. */
const demoStory = (request: APIRequestContext) =>
  storyTitled(request, 'Letter to the student who repeated a year')

/** Two quick taps at one place are a double tap, and a key could come before the click that follows a tap. */
async function selectPicture(page: Page, x = 40) {
  await textOf(page)
    .locator('img')
    .tap({ position: { x, y: 40 } })
  await expect(textOf(page).locator('.ProseMirror-selectednode')).toHaveCount(1)
}

const divider = (page: Page) =>
  page
    .getByRole('button', { name: 'Divider' })
    .evaluate((button) => (button as HTMLElement).click())

async function uploadPicture(page: Page) {
  const buffer = await aPicture(400, 300).jpeg().toBuffer()
  await page
    .getByLabel('Picture for the text')
    .setInputFiles({ name: 'river.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible({ timeout: 20_000 })
}

/** A stored picture's address. */
async function aStoredPicture(token: string, page: Page) {
  const buffer = await aPicture(400, 300).jpeg().toBuffer()
  const answer = await page.request.post('/api/admin/uploads', {
    headers: { Authorization: `Bearer ${token}` },
    multipart: { file: { name: 'river.jpg', mimeType: 'image/jpeg', buffer } },
  })
  return ((await answer.json()) as { url: string }).url
}

for (const [way, type] of Object.entries(typing)) {
  test.describe(`by ${way}`, () => {
    test('a word typed after inserting a divider goes below it', async ({ page }) => {
      const { becomes } = await openStory(page, 'Before.')
      await textOf(page).locator('p').first().click()
      await page.keyboard.press('End')
      await divider(page)
      await type(page, 'After')
      await becomes('Before.\n\n---\n\nAfter')
    })

    test('a word typed with a divider selected goes below it', async ({ page }) => {
      const { becomes } = await openStory(page, 'Before.\n\n---')
      await textOf(page).locator('hr').click({ force: true })
      await expect(textOf(page).locator('.ProseMirror-selectednode')).toHaveCount(1)
      await type(page, 'After')
      await becomes('Before.\n\n---\n\nAfter')
    })

    test('a word typed after tapping a picture at the end goes below it', async ({ page }) => {
      const { token, ask } = await withAdminSession(page)
      const url = await aStoredPicture(token, page)
      const { becomes } = await openStory(page, `Before.\n\n![A river](${url})`)
      await selectPicture(page)
      await type(page, 'After')
      await becomes(`Before.\n\n![A river](${url})\n\nAfter`)
      expect(ask).toBeTruthy()
    })

    test('a word typed after adding a story to an issue does not replace its card', async ({
      page,
      request,
    }) => {
      const story = await demoStory(request)
      const { becomes } = await openIssue(page, 'Dear reader.\n\nYours.')
      await textOf(page).locator('p').first().click()
      await page.getByText('Add a story or a book').click()
      await page.getByLabel('Search stories and books').fill(story.title)
      await page.getByRole('button', { name: `Add “${story.title}”` }).click()
      await expect(textOf(page)).toBeFocused()
      await type(page, 'Read')
      const card = `[${story.title}](/story/${story.id})`
      await becomes(`Dear reader.\n\n${card}\n\nRead\n\nYours.`)
    })

    test('a word typed at the edge of a card gets its own paragraph', async ({ page, request }) => {
      const [story] = await storiesOf(request)
      const card = `[${story?.title}](/story/${story?.id})`
      const { becomes } = await openIssue(page, card)
      await textOf(page).focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('ArrowLeft')
      await type(page, 'After')
      await page.keyboard.press('Control+Home')
      await type(page, 'Before')
      await becomes(`Before\n\n${card}\n\nAfter`)
    })

    test('a word typed right after a key moved the caret to the start goes there', async ({
      page,
    }) => {
      const { becomes } = await openStory(page, 'after')
      await textOf(page).focus()
      await page.keyboard.press('Control+End')
      await textOf(page).evaluate((text) => text.blur())
      await textOf(page).focus()
      await page.keyboard.press('Control+Home')
      await type(page, 'Before')
      await becomes('Beforeafter')
    })

    for (const end of ['Set the link', 'Cancel', 'Escape']) {
      test(`a word typed after closing the link dialog by ${end} continues the text`, async ({
        page,
      }) => {
        const { becomes } = await openStory(page, 'One two')
        await textOf(page).locator('p').first().click()
        await page.keyboard.press('Control+End')
        await page.keyboard.press('Control+Shift+ArrowLeft')
        await page.getByRole('button', { name: 'Link', exact: true }).tap()
        await page.getByLabel('Address').fill('unilag.edu.ng')
        if (end === 'Escape') await page.keyboard.press('Escape')
        else await page.getByRole('button', { name: end }).tap()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(textOf(page)).toBeFocused()
        // What was selected still is, unless it leads somewhere now.
        if (end !== 'Set the link') await page.keyboard.press('ArrowRight')
        await type(page, 'three')
        await becomes(
          end === 'Set the link' ? 'One [two](https://unilag.edu.ng)three' : 'One twothree',
        )
      })
    }
  })
}

for (const end of ['Done', 'Cancel', 'Escape']) {
  test(`text typed after closing the picture dialog by ${end} goes below the picture`, async ({
    page,
  }) => {
    const { stored } = await openStory(page, 'Before.')
    await textOf(page).locator('p').first().click()
    await page.keyboard.press('End')
    await uploadPicture(page)
    await page.getByLabel('Alt text', { exact: false }).last().fill('A river')
    if (end === 'Escape') await page.keyboard.press('Escape')
    else await page.getByRole('button', { name: end }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.type('After.')
    const words = end === 'Done' ? 'A river' : ''
    await expect
      .poll(stored)
      .toMatch(new RegExp(`^Before\\.\n\n!\\[${words}\\]\\(/uploads/\\S+\\)\n\nAfter\\.$`))
    // Again, of the picture that is selected.
    await selectPicture(page)
    await page.getByRole('button', { name: 'Inline picture' }).tap()
    await page.getByLabel('Caption').fill('At dawn')
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(textOf(page)).toBeFocused()
    await expect(textOf(page).locator('figcaption')).toHaveText('At dawn')
    await page.keyboard.type('Then. ')
    await expect(textOf(page).locator('p')).toHaveText(['Before.', 'Then. ', 'After.'])
  })
}

test('Enter continues below a picture at the end, and only Backspace removes it', async ({
  page,
}) => {
  const { token } = await withAdminSession(page)
  const picture = `![A river](${await aStoredPicture(token, page)})`
  const { becomes } = await openStory(page, picture)
  await selectPicture(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Below.')
  await selectPicture(page, 120)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('Above.')
  await becomes(`Above.\n\n${picture}\n\nBelow.`)
  await selectPicture(page, 200)
  await page.keyboard.press('Backspace')
  await becomes('Above.\n\nBelow.')
  await page.keyboard.press('Control+z')
  await becomes(`Above.\n\n${picture}\n\nBelow.`)
})

test('writing continues below any last block, and opening a text does not change it', async ({
  page,
}) => {
  const { ask, id, becomes } = await openStory(page, 'One.\n\n- two\n- three')
  // A tap below the last line.
  await expect(textOf(page).locator('> :last-child')).toHaveText('')
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  await isKept(page)
  await page.reload()
  await isRich(page)
  expect((await ask('GET', `/admin/drafts/${id}`)).head).toBe(1)
  await textOf(page).locator('> :last-child').tap()
  await page.keyboard.type('Four.')
  await becomes('One.\n\n- two\n- three\n\nFour.')
})

test('bold that is clicked during composition applies to the next composed word', async ({
  page,
  context,
}) => {
  const { becomes } = await openStory(page, 'Go')
  await textOf(page).locator('p').first().click()
  await page.keyboard.press('Control+End')
  const cdp = await context.newCDPSession(page)
  const bold = page.getByRole('button', { name: 'Bold' })
  const word = async (text: string) => {
    await compose(cdp, text)
    await cdp.send('Input.insertText', { text })
  }
  await page.keyboard.press('Space')
  await compose(cdp, 'half')
  await bold.tap()
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  await compose(cdp, 'halfway', 5)
  await cdp.send('Input.insertText', { text: 'halfway' })
  await page.keyboard.press('Space')
  await word('there')
  await compose(cdp, 'X', 1)
  await bold.tap()
  await expect(bold).not.toHaveAttribute('aria-pressed')
  await cdp.send('Input.insertText', { text: 'X' })
  await page.keyboard.press('Space')
  await word('now')
  await becomes('Go half**way thereX** now')
})

test('bold by its shortcut applies, too, where a keyboard composes', async ({ page, context }) => {
  const { becomes } = await openStory(page, 'Go')
  await textOf(page).locator('p').first().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Space')
  const cdp = await context.newCDPSession(page)
  await compose(cdp, 'on')
  await page.keyboard.press('Control+b')
  await cdp.send('Input.insertText', { text: 'on' })
  await page.keyboard.press('Space')
  await compose(cdp, 'boldly')
  await cdp.send('Input.insertText', { text: 'boldly' })
  await becomes('Go on **boldly**')
})
