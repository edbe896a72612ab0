import type { Page } from 'playwright/test'
import { bookTitled, linesOf, storyTitled } from '../support/content.ts'
import { desktop, expect, phone, test } from '../support/test.ts'

/** A voice that says each piece in no time, or waits to be told so. */
async function giveVoice(page: Page, { localService = true } = {}) {
  await page.addInitScript((isLocal) => {
    const output: string[] = []
    const voice = {
      lang: 'en-NG',
      localService: isLocal,
      default: true,
      name: 'Ngozi',
      voiceURI: 'n',
    }
    class Utterance extends EventTarget {
      voice: unknown
      onend: (() => void) | undefined
      constructor(readonly text: string) {
        super()
      }
    }
    let now: Utterance | undefined
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => [voice],
      speak: (utterance: Utterance) => {
        now = utterance
        output.push(utterance.text)
      },
      cancel: () => {
        now = undefined
      },
    })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.assign(window, {
      SpeechSynthesisUtterance: Utterance,
      said: output,
      sayOn: () => now?.onend?.(),
      isSpeaking: () => now !== undefined,
    })
  }, localService)
}

type Spoken = Window & { said: string[]; sayOn(): void; isSpeaking(): boolean }
const output = (page: Page) => page.evaluate(() => (window as unknown as Spoken).said)
const sayOn = (page: Page) => page.evaluate(() => (window as unknown as Spoken).sayOn())
const isSpeaking = (page: Page) => page.evaluate(() => (window as unknown as Spoken).isSpeaking())

test.describe('on a phone', () => {
  test.use(phone)

  test('a story is read aloud with the current paragraph marked, on a device that has a voice', async ({
    page,
    request,
  }) => {
    await test.step('a device without a voice shows no Listen button', async () => {
      const { id } = await storyTitled(request, 'Letter to the student who repeated a year')
      await page.goto(`/story/${id}`)
      await page.evaluate(() => scrollBy(0, 50))
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0)
    })

    await test.step('a story is read aloud with the current paragraph marked, and can be paused, resumed and stopped', async () => {
      const { id } = await storyTitled(request, 'Letter to the student who repeated a year')
      const lines = await linesOf(request, id)
      await giveVoice(page)
      await page.goto(`/story/${id}`)
      const listen = page.getByRole('button', { name: 'Listen', exact: true })
      await expect(listen).toBeHidden()
      await page.evaluate(() => scrollBy(0, 50))
      await listen.click()
      const bar = page.getByRole('group', { name: 'Listening' })
      await expect(bar.getByRole('button', { name: 'Pause' })).toBeFocused()
      await expect(listen).toHaveAttribute('aria-pressed', 'true')
      const marked = page.locator('[data-spoken]')
      await expect(marked).toHaveText(lines[0] ?? '')
      while ((await marked.textContent())?.trim() !== lines[3]) await sayOn(page)
      await expect(marked).toHaveCount(1)
      await expect(marked).toBeInViewport()

      await bar.getByRole('button', { name: 'Pause' }).click()
      expect(await isSpeaking(page)).toBe(false)
      await bar.getByRole('button', { name: 'Go on' }).click()
      const [before, after] = (await output(page)).slice(-2)
      expect(after, 'the piece is begun again').toBe(before)
      while (await isSpeaking(page)) await sayOn(page)
      const all = (await output(page)).join('').replace(/\s/g, '')
      for (const line of lines.slice(4)) expect(all).toContain(line.replace(/\s/g, ''))
      await expect(bar).toHaveCount(0)
      await expect(marked).toHaveCount(0)

      await listen.click()
      await expect(bar.getByRole('button', { name: 'Pause' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(bar).toHaveCount(0)
      expect(await isSpeaking(page)).toBe(false)
      await expect(listen).toBeFocused()
    })
  })

  test('a voice goes on into the next chapter of a book, and the place goes with it', async ({
    page,
    request,
  }) => {
    const { id } = await bookTitled(request, 'Ascend Quarterly: The First Issue')
    await giveVoice(page, { localService: false })
    await page.goto(`/book/${id}/read/1`)
    await page.getByText('Tools', { exact: true }).click()
    await page.getByRole('button', { name: 'Listen', exact: true }).click()
    await expect(page.getByText('This voice uses data')).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    await expect
      .poll(async () => {
        await sayOn(page)
        return title.textContent()
      })
      .toContain('The third goalkeeper')
    await expect(page).toHaveURL(`/book/${id}/read/2`)
    await expect(page).toHaveTitle(/The third goalkeeper/)
    await expect(page.locator('[data-spoken]')).toBeInViewport()
    expect(await isSpeaking(page)).toBe(true)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('ascend.book-places')))
      .toContain('"number":2')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(title).toHaveText('Letters between Ikom and the hostel')
  })
})

test.describe('on paper', () => {
  test.use(desktop)

  test('a story is one page of paper in every theme and mode, and a publication a few', async ({
    page,
    request,
    baseURL,
  }) => {
    await test.step('a story of 900 words is one A4 page in black on white, in every theme and mode', async () => {
      const { id, title, authorName } = await storyTitled(
        request,
        'Letter to the student who repeated a year',
      )
      const words = (await linesOf(request, id)).join(' ').split(/\s+/).length
      expect(words).toBeGreaterThan(850)
      for (const look of [
        {},
        { theme: 'dark' },
        { readingMode: 'sepia', fontSize: 'large', lineHeight: 'relaxed' },
        { readingMode: 'contrast' },
        { readingMode: 'focus' },
      ]) {
        await page.goto('/about')
        await page.evaluate(
          (stored) => localStorage.setItem('ascend.reading', stored),
          JSON.stringify(look),
        )
        await page.goto(`/story/${id}`)
        const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
        const text = paper.toString('latin1')
        const where = JSON.stringify(look)
        expect(text.match(/\/Type\s*\/Page\b/g), where).toHaveLength(1)
        const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
        expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])

        await page.emulateMedia({ media: 'print' })
        const main = page.getByRole('main')
        const address = `${new URL(baseURL ?? '').host}/story/letter-to-the-student-who-repeated-a-year`
        for (const shown of [title, authorName, address])
          await expect(main.getByText(shown, { exact: true }).first()).toBeVisible()
        await expect(main.locator('time').first()).toBeVisible()
        for (const gone of [
          'header.top, body > header',
          'body > footer',
          'main button',
          'main img',
        ])
          for (const one of await page.locator(gone).all()) await expect(one).toBeHidden()
        const colours = await page.evaluate(() => {
          const of = (place: string) => {
            const element = document.querySelector(place)
            return element ? getComputedStyle(element) : undefined
          }
          return {
            ground: [of('html')?.backgroundColor, of('body')?.backgroundColor],
            ink: [of('h1')?.color, of('.body p')?.color],
            // What is behind a page without a ground is dark in a dark one.
            scheme: of('html')?.colorScheme,
          }
        })
        const isWhite = /^(rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/
        for (const ground of colours.ground) expect(ground, where).toMatch(isWhite)
        expect(colours.ink, where).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)'])
        expect(colours.scheme, where).toBe('light')
        await page.emulateMedia({ media: null })
      }
    })

    await test.step('the landing page prints to its end, though only its beginning was laid out', async () => {
      await page.goto('/')
      const skipped = () =>
        page
          .getByRole('main')
          .locator('a')
          .evaluateAll((links) =>
            links.filter(
              (link) =>
                link.checkVisibility() && !link.checkVisibility({ contentVisibilityAuto: true }),
            ),
          )
      expect(await skipped()).not.toEqual([])
      const paper = (await page.pdf()).toString('latin1')
      for (const [, id] of (await page.content()).matchAll(/href="\/book\/([\w-]+)"/g))
        expect(paper).toContain(`/book/${id})`)
    })

    await test.step('a publication prints over a few pages', async () => {
      await page.goto('/publications/growing-right')
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      const pages = paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0
      expect(pages).toBeGreaterThanOrEqual(3)
      expect(pages).toBeLessThanOrEqual(6)
    })
  })
})
