import type { Page } from 'playwright/test'
import { storyTitled } from '#tests/e2e/support/content.ts'
import { expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { withAdminSession } from '../publisher.ts'
import { aKeyboard, isKept, isRich, openDraft, openIssue, startAnew, textOf } from './editor.ts'

// The next word after a divider, a picture, a card or a dialog stands in the text, and takes nothing away.

test.describe.configure({ timeout: 90_000 })
test.use(phone)

const ways = {
  keys: async (page: Page) => (word: string) => page.keyboard.type(word),
  composition: async (page: Page) => (await aKeyboard(page)).type,
  // Keyboards do so that compose nothing.
  'whole words': async (page: Page) => (word: string) => page.keyboard.insertText(word),
}

/** Two quick taps at one place are a double tap, and a key could come before the click that follows a tap. */
async function selectPicture(page: Page, x = 40) {
  await textOf(page)
    .locator('img')
    .tap({ position: { x, y: 40 } })
  await isSelected(page)
}

const isSelected = (page: Page) =>
  expect(textOf(page).locator('.ProseMirror-selectednode')).toHaveCount(1)

async function uploadPicture(page: Page) {
  const buffer = await aPicture(400, 300).jpeg().toBuffer()
  await page
    .getByLabel('Picture for the text')
    .setInputFiles({ name: 'river.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible({ timeout: 20_000 })
}

/** A stored picture, as Markdown. */
async function aStoredPicture(page: Page) {
  const { token } = await withAdminSession(page)
  const buffer = await aPicture(400, 300).jpeg().toBuffer()
  const answer = await page.request.post('/api/admin/uploads', {
    headers: { Authorization: `Bearer ${token}` },
    multipart: { file: { name: 'river.jpg', mimeType: 'image/jpeg', buffer } },
  })
  return `![A river](${((await answer.json()) as { url: string }).url})`
}

test('words stand where the caret is, however a keyboard types them', async ({ page, request }) => {
  for (const [way, keyboard] of Object.entries(ways)) {
    await test.step(`by ${way}`, async () => {
      const type = await keyboard(page)
      const picture = await aStoredPicture(page)
      const { becomes } = await openDraft(page, { content: `Before.\n\n${picture}` })
      let text = `Before.\n\n${picture}\n\nAfter`

      await test.step('below a picture at the end that was tapped', async () => {
        await selectPicture(page)
        await type('After')
        await becomes(text)
      })
      await test.step('below a divider that was inserted', async () => {
        await page.keyboard.press('Control+End')
        await page
          .getByRole('button', { name: 'Divider' })
          .evaluate((button) => (button as HTMLElement).click())
        await type('Then')
        await becomes(`${text}\n\n---\n\nThen`)
      })
      await test.step('below a divider at the end that is selected', async () => {
        await page.keyboard.press('Control+Shift+ArrowLeft')
        await page.keyboard.press('Backspace')
        await becomes(`${text}\n\n---`)
        await textOf(page).locator('hr').click()
        await isSelected(page)
        await type('Below')
        text += '\n\n---\n\nBelow'
        await becomes(text)
      })
      await test.step('right after a key has moved the caret to the start', async () => {
        await textOf(page).evaluate((element) => element.blur())
        await textOf(page).focus()
        await page.keyboard.press('Control+Home')
        await type('Right')
        text = `Right${text}`
        await becomes(text)
      })
      await page.keyboard.press('Control+End')
      for (const end of ['Set the link', 'Cancel', 'Escape']) {
        await test.step(`in the text, after the link dialog was closed by ${end}`, async () => {
          await page.keyboard.press('Enter')
          await page.keyboard.type('One two')
          await page.keyboard.press('Control+Shift+ArrowLeft')
          await page.getByRole('button', { name: 'Link', exact: true }).tap()
          await page.getByLabel('Address').fill('unilag.edu.ng')
          if (end === 'Escape') await page.keyboard.press('Escape')
          else await page.getByRole('button', { name: end }).tap()
          await expect(page.getByRole('dialog')).toHaveCount(0)
          await expect(textOf(page)).toBeFocused()
          // What was selected still is, unless it leads somewhere now.
          if (end !== 'Set the link') await page.keyboard.press('ArrowRight')
          await type('three')
          const words = end === 'Set the link' ? '[two](https://unilag.edu.ng)three' : 'twothree'
          text += `\n\nOne ${words}`
          await becomes(text)
        })
      }

      // It is one of the demo: other tests publish several under one title.
      const story = await storyTitled(request, 'Letter to the student who repeated a year')
      const other = await storyTitled(request, 'A school garden that pays for chalk')
      const cardOf = ({ title, id }: { title: string; id: string }) => `[${title}](/story/${id})`
      const [edge, added] = [cardOf(other), cardOf(story)]
      const issue = await openIssue(page, edge)
      await test.step('at the edges of a newsletter’s card, in paragraphs of their own', async () => {
        await textOf(page).focus()
        await page.keyboard.press('Control+End')
        await page.keyboard.press('ArrowLeft')
        await type('After')
        await page.keyboard.press('Control+Home')
        await type('Before')
        await issue.becomes(`Before\n\n${edge}\n\nAfter`)
      })
      await test.step('below a card that was added in the midst', async () => {
        await page.keyboard.press('Control+End')
        await page.keyboard.press('Enter')
        await page.keyboard.type('Yours.')
        await textOf(page).locator('p', { hasText: 'After' }).click()
        await page.getByText('Add a story or a book').click()
        await page.getByLabel('Search stories and books').fill(story.title)
        await page.getByRole('button', { name: `Add “${story.title}”` }).click()
        await expect(textOf(page)).toBeFocused()
        await type('Read')
        await issue.becomes(`Before\n\n${edge}\n\nAfter\n\n${added}\n\nRead\n\nYours.`)
      })
    })
  }
})

test('writing goes on below a picture, or any last block, and Enter and Backspace do what they say', async ({
  page,
}) => {
  await test.step('writing goes on below a picture, however its dialog was closed', async () => {
    const { becomes, stored } = await openDraft(page, { content: 'To be replaced.' })
    for (const end of ['Done', 'Cancel', 'Escape']) {
      await test.step(`by ${end}`, async () => {
        await startAnew(page)
        await page.keyboard.type('Before.')
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
      })
    }
    await test.step('once more, of the picture that is selected', async () => {
      await selectPicture(page)
      await page.getByRole('button', { name: 'Inline picture' }).tap()
      await page.getByLabel('Caption').fill('At dawn')
      await page.getByRole('button', { name: 'Done' }).tap()
      await expect(textOf(page)).toBeFocused()
      await expect(textOf(page).locator('figcaption')).toHaveText('At dawn')
      await page.keyboard.type('Then. ')
      await expect(textOf(page).locator('p')).toHaveText(['Before.', 'Then. ', 'After.'])
    })
    await startAnew(page)
    await becomes('')
  })

  await test.step('Enter continues below a picture at the end, and only Backspace removes it', async () => {
    const picture = await aStoredPicture(page)
    const { becomes } = await openDraft(page, { content: picture })
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

  await test.step('writing continues below any last block, and opening a text does not change it', async () => {
    const { ask, id, becomes } = await openDraft(page, { content: 'One.\n\n- two\n- three' })
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
})

test('a key that comes before the editor has read a composed word moves the caret', async ({
  page,
  request,
}) => {
  // Late, as on a slow phone.
  await page.addInitScript(() => {
    const real = window.setTimeout
    const late = (work: () => void, ms = 200) => real(work, ms)
    window.setTimeout = late as typeof window.setTimeout
  })
  const { title, id } = await storyTitled(request, 'A school garden that pays for chalk')
  const card = `[${title}](/story/${id})`
  const { grow, commit, type } = await aKeyboard(page)
  const issue = await openIssue(page, card)
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await grow('After')
  await Promise.all([commit('After'), page.keyboard.press('Control+Home')])
  await type('Before')
  await issue.becomes(`Before\n\n${card}\n\nAfter`)
})

test('a caret that a key has moved stays there while the cards of a newsletter are drawn', async ({
  page,
  request,
}) => {
  // Told late, as on a slow phone.
  await page.addInitScript(() => {
    const tell = () => document.dispatchEvent(new Event('selectionchange'))
    const later = (event: Event) => {
      if (!event.isTrusted) return
      event.stopImmediatePropagation()
      setTimeout(tell, 3000)
    }
    addEventListener('selectionchange', later, true)
  })
  const { title, id } = await storyTitled(request, 'A school garden that pays for chalk')
  const card = `[${title}](/story/${id})`
  const draw = await holdBack(page, /\/preview$/)
  const issue = await openIssue(page, card)
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  draw()
  await expect(textOf(page).locator('.editor-card')).toHaveAttribute('style', /--face/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('After')
  await issue.becomes(`${card}\n\nAfter`)
})

test('a pasted address in the words of a title becomes the card of its story', async ({
  page,
  request,
}) => {
  const { id, title } = await storyTitled(request, 'A school garden that pays for chalk')
  const path = '/story/a-school-garden-that-pays-for-chalk'
  const issue = await openIssue(page, 'Dear all.')
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  const address = new URL(path, page.url()).href
  await textOf(page).evaluate(
    (text, { address, title }) => {
      const data = new DataTransfer()
      data.setData('text/html', `<p><a href="${address}">${title}</a></p>`)
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    { address, title },
  )
  await expect(textOf(page).locator('.editor-card')).toContainText(title)
  await issue.becomes(`Dear all.\n\n[${title}](/story/${id})`)
})
