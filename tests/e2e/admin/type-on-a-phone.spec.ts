import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, phone, test } from '../test.ts'
import { saveDraft } from './drafts.ts'
import { isKept, openEditor, textOf } from './editor.ts'
import { withAdminSession } from './publisher.ts'

// What the keyboards of Android send, and what is pasted on a phone: the text is what one typed, each word once.

test.describe.configure({ timeout: 90_000 })
test.use(phone)

async function openStory(page: Page, content: string) {
  const admin = await withAdminSession(page)
  const id = randomUUID()
  await saveDraft(admin, id, 0, { content })
  await openEditor(page, `/admin/stories/${id}/edit`)
  const stored = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await isKept(page)
    return (await admin.ask('GET', `/admin/drafts/${id}`)).fields.content as string
  }
  const becomes = (wanted: string) => expect.poll(stored, { timeout: 20_000 }).toBe(wanted)
  await textOf(page).locator('p').first().tap()
  await page.keyboard.press('Control+End')
  return { becomes }
}

/** A keyboard that composes; where the caret is, from the start of its line. */
async function aKeyboard(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const compose = (text: string, replaced?: { from: number; to: number }) =>
    cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
      ...(replaced && { replacementStart: replaced.from, replacementEnd: replaced.to }),
    })
  const commit = (text: string) => cdp.send('Input.insertText', { text })
  const grow = async (word: string, from = 1) => {
    for (let end = from; end <= word.length; end++) await compose(word.slice(0, end))
  }
  return {
    compose,
    commit,
    grow,
    type: async (word: string) => {
      await grow(word)
      await commit(word)
    },
  }
}

test('autocorrect replaces a misspelt word, and the one before it', async ({ page }) => {
  const { becomes } = await openStory(page, 'She sold')
  const { compose, commit, grow, type } = await aKeyboard(page)
  await commit(' ')
  // The space that ends a word puts another in its place.
  await grow('akaar')
  await compose('akara')
  await commit('akara ')
  await type('at')
  await commit(' ')
  await type('dwan')
  await commit(' ')
  // A word that is finished is taken back into the composition.
  await compose('dawn', { from: 18, to: 22 })
  await commit('dawn')
  await becomes('She sold akara at dawn')
})

test('backspace over a word that is composed shortens it, and typing goes on', async ({ page }) => {
  const { becomes } = await openStory(page, 'One')
  const { compose, commit, grow } = await aKeyboard(page)
  await commit(' ')
  await grow('peppper')
  for (const left of ['pepppe', 'peppp', 'pepp']) await compose(left)
  await grow('pepper', 5)
  await commit('pepper')
  await commit(' ')
  // To nothing, which ends the word.
  await grow('so')
  await compose('s')
  await compose('')
  await grow('soup')
  await commit('soup')
  await becomes('One pepper soup')
})

test('a word that a finger glides over comes as a whole, and so does the next with its space', async ({
  page,
}) => {
  const { becomes } = await openStory(page, 'Then')
  const { compose, commit } = await aKeyboard(page)
  for (const word of ['they', 'climbed', 'together']) {
    await compose(` ${word}`)
    await commit(` ${word}`)
  }
  await becomes('Then they climbed together')
})

test('a suggestion finishes a word in bold, which stays bold once', async ({ page }) => {
  const { becomes } = await openStory(page, 'We sell')
  const { commit, grow } = await aKeyboard(page)
  await commit(' ')
  await page.getByRole('button', { name: 'Bold' }).tap()
  await grow('pepp')
  await commit('peppersoup ')
  await page.getByRole('button', { name: 'Bold' }).tap()
  await grow('dai')
  await commit('daily')
  await becomes('We sell **peppersoup** daily')
})

test('words composed on a line that began with a slash become what was looked for', async ({
  page,
}) => {
  const { becomes } = await openStory(page, 'Before.')
  const { commit, grow, type } = await aKeyboard(page)
  await page.keyboard.press('Enter')
  await commit('/')
  await grow('head')
  await page.getByRole('option', { name: 'Heading' }).tap()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await type('After')
  await becomes('Before.\n\n## After')
})

const pasted = {
  Word: {
    html: '<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><p class="MsoNormal"><b><span lang="EN-GB">Ten</span></b><span lang="EN-GB"> beakers.<o:p></o:p></span></p><p class="MsoListParagraphCxSpFirst" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>One</p><p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>Two</p><!--EndFragment--></body></html>',
    becomes: '**Ten** beakers.\n\n- One\n- Two',
  },
  'Google Docs': {
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Ten</span><span style="font-weight:400"> beakers.</span></p><ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><li dir="ltr"><p dir="ltr"><span>Two</span></p></li></ul></b>',
    becomes: '**Ten** beakers.\n\n- One\n- Two',
  },
  WhatsApp: {
    text: 'Ten beakers.\n\nShe washed them all 🙂',
    becomes: 'Ten beakers.\n\nShe washed them all 🙂',
  },
}

for (const [app, { becomes: wanted, ...data }] of Object.entries(pasted)) {
  test(`what is pasted from ${app} comes in as clean text, and one goes on typing after it`, async ({
    page,
  }) => {
    const { becomes } = await openStory(page, 'Before.')
    const { type } = await aKeyboard(page)
    await page.keyboard.press('Enter')
    await textOf(page).evaluate((element, { html, text }: { html?: string; text?: string }) => {
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (text) clipboardData.setData('text/plain', text)
      const event = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', event))
    }, data)
    await expect(textOf(page)).toContainText('Ten beakers.')
    await type('!')
    await becomes(`Before.\n\n${wanted}!`)
  })
}
