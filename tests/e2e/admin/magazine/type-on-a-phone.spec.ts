import type { Page } from 'playwright/test'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { aKeyboard, openDraft, startAnew, textOf } from './editor.ts'

// What the keyboards of Android send, and what is pasted on a phone: the text is what one typed, each word once.

test.describe.configure({ timeout: 90_000 })
test.use(phone)

/** A part of the walk, which begins with these words and the caret after them. */
async function writes(page: Page, what: string, begun: string, work: () => Promise<void>) {
  await test.step(what, async () => {
    await startAnew(page)
    await page.keyboard.type(begun)
    await work()
  })
}

test('a phone’s keyboard writes each word once, and what is pasted comes in as clean text', async ({
  page,
}) => {
  await test.step('a phone’s keyboard writes each word once, whatever it does with it', async () => {
    const { becomes } = await openDraft(page, { content: 'To be replaced.' })
    const { compose, commit, grow, type } = await aKeyboard(page)
    const bold = page.getByRole('button', { name: 'Bold' })
    const space = () => page.keyboard.press('Space')

    await writes(page, 'words are composed, also in bold and in a new line', '', async () => {
      for (const word of ['Nobody', 'wrote', 'ẹ̀kọ́', 'twice']) {
        await type(word)
        await space()
      }
      await bold.tap()
      for (const word of ['in', 'bold', 'either']) {
        await type(word)
        await space()
      }
      await page.keyboard.press('Enter')
      await type('Nor')
      await space()
      await type('here')
      await becomes('Nobody wrote ẹ̀kọ́ twice **in bold either**\n\nNor here')
    })
    await writes(
      page,
      'autocorrect replaces a word, and the one before it',
      'She sold',
      async () => {
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
      },
    )
    await writes(page, 'backspace shortens a word that is composed', 'One', async () => {
      await commit(' ')
      await grow('peppper')
      for (const left of ['pepppe', 'peppp', 'pepp']) await compose(left)
      await grow('pepper', 5)
      await commit('pepper')
      await commit(' ')
      // It grows to nothing, which ends the word.
      await grow('so')
      await compose('s')
      await compose('')
      await type('soup')
      await becomes('One pepper soup')
    })
    await writes(page, 'a finger glides over words, which come whole', 'Then', async () => {
      for (const word of ['they', 'climbed', 'together']) {
        await compose(` ${word}`)
        await commit(` ${word}`)
      }
      await becomes('Then they climbed together')
    })
    await writes(page, 'a suggestion finishes a word in bold', 'We sell', async () => {
      await commit(' ')
      await bold.tap()
      await grow('pepp')
      await commit('peppersoup ')
      await bold.tap()
      await type('daily')
      await becomes('We sell **peppersoup** daily')
    })
    await writes(page, 'bold that is tapped while a word is composed', 'Go', async () => {
      await space()
      await grow('half')
      await bold.tap()
      await expect(bold).toHaveAttribute('aria-pressed', 'true')
      await grow('halfway', 5)
      await commit('halfway')
      await space()
      await type('there')
      await compose('X')
      await bold.tap()
      await expect(bold).not.toHaveAttribute('aria-pressed')
      await commit('X')
      await space()
      await type('now')
      await becomes('Go half**way thereX** now')
    })
    await writes(page, 'bold by its shortcut', 'Go', async () => {
      await space()
      await grow('on')
      await page.keyboard.press('Control+b')
      await commit('on')
      await space()
      await type('boldly')
      await becomes('Go on **boldly**')
    })
    await writes(page, 'a line that began with a slash', 'Before.', async () => {
      await page.keyboard.press('Enter')
      await commit('/')
      await grow('head')
      await page.getByRole('option', { name: 'Heading' }).tap()
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await type('After')
      await becomes('Before.\n\n## After')
    })
  })

  await test.step('what is pasted comes in as clean text, and one goes on typing after it', async () => {
    const { becomes } = await openDraft(page, { content: 'To be replaced.' })
    const { type } = await aKeyboard(page)
    for (const [app, { becomes: wanted, ...data }] of Object.entries(pasted)) {
      await writes(page, `from ${app}`, 'Before.', async () => {
        await page.keyboard.press('Enter')
        await textOf(page).evaluate((element, { html, text }: { html?: string; text?: string }) => {
          const clipboardData = new DataTransfer()
          if (html) clipboardData.setData('text/html', html)
          if (text) clipboardData.setData('text/plain', text)
          const event = { clipboardData, bubbles: true, cancelable: true }
          element.dispatchEvent(new ClipboardEvent('paste', event))
        }, data)
        await expect(textOf(page)).toContainText('Ten beakers.')
        await expect(textOf(page).locator('[style], script')).toHaveCount(0)
        await type('!')
        await becomes(`Before.\n\n${wanted}!`)
      })
    }
  })
})

const pasted = {
  Word: {
    html: '<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment--><p class="MsoNormal"><b><span lang="EN-GB">Ten</span></b><span lang="EN-GB"> beakers.<o:p></o:p></span></p><p class="MsoListParagraphCxSpFirst" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>One</p><p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>Two</p><!--EndFragment--></body></html>',
    becomes: '**Ten** beakers.\n\n- One\n- Two',
  },
  'Google Docs': {
    html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;color:red">Ten</span><span style="font-weight:400"> beakers.</span></p><ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><li dir="ltr"><p dir="ltr"><span>Two</span></p></li></ul><script>alert(1)</script></b>',
    becomes: '**Ten** beakers.\n\n- One\n- Two',
  },
  WhatsApp: {
    text: 'Ten beakers.\n\nShe washed them all 🙂',
    becomes: 'Ten beakers.\n\nShe washed them all 🙂',
  },
}
