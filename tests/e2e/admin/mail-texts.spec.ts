import type { Page } from 'playwright/test'
import { expect, phone, test } from '../support/test.ts'
import { withAdminSession } from './publisher.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the mail"]')
const chip = (page: Page, label: string) => text(page).locator('[data-chip]', { hasText: label })

/** The text with its chips in brackets. */
const paragraphsOf = async (page: Page) =>
  (
    await text(page)
      .locator('p')
      .evaluateAll((all) =>
        all.map((one) =>
          [...one.childNodes]
            .map((node) =>
              node instanceof HTMLElement && node.dataset['chip']
                ? `[${node.innerText}]`
                : node.textContent,
            )
            .join(''),
        ),
      )
  ).filter(Boolean)

test.describe('on a phone', () => {
  // What is not accepted is answered so.
  test.use({ ...phone, expectedErrors: /status of 400/ })

  test('an editor words a mail by keyboard, and cannot lose its button', async ({ page }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio')
    await page.getByRole('link', { name: 'Mail texts' }).click()
    await page.getByRole('link', { name: 'Story published' }).press('Enter')
    await expect(preview(page).getByRole('link', { name: 'Read it' })).toBeVisible()

    await test.step('words are typed around chips, and seen as they arrive', async () => {
      await text(page).focus()
      // The field sets its caret to the end a moment after the focus: no hand is faster, but a test is.
      const isAtEnd = () =>
        text(page)
          .locator('p')
          .last()
          .evaluate((last) => last.contains(getSelection()?.anchorNode ?? null))
      await expect.poll(isAtEnd).toBe(true)
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Well done. ')
      await expect(preview(page).getByText('Well done. Good news: “')).toBeVisible()
      await page.keyboard.type('{link}')
      expect(await chip(page, 'button').count()).toBe(1)
      await page.getByRole('button', { name: 'Undo in the text' }).press('Enter')
    })

    await test.step('a chip is one sign, which arrows select and Alt moves', async () => {
      await expect(text(page)).toBeFocused()
      await chip(page, 'title').click()
      await page.keyboard.press('Alt+ArrowRight')
      expect((await paragraphsOf(page))[0]).toContain('news: is [title] published.')
      await page.getByRole('button', { name: 'Move “title” back' }).press('Enter')
      expect((await paragraphsOf(page))[0]).toContain('news: [title] is published.')
    })

    await test.step('a chip is dragged to another place', async () => {
      await chip(page, 'title').dragTo(text(page).getByText('Well done'), {
        targetPosition: { x: 2, y: 8 },
      })
      await expect.poll(() => paragraphsOf(page)).toHaveLength(2)
      expect((await paragraphsOf(page))[0]).toMatch(/^\[title\]/)
      await page.getByRole('button', { name: 'Undo in the text' }).press('Enter')
    })

    await test.step('the button that was deleted is offered again', async () => {
      await text(page).focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await expect(page.getByText('Put back: button').first()).toBeVisible()
      await expect(text(page)).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      await expect(text(page)).toBeFocused()
      await page.getByRole('button', { name: 'Put back: button' }).press('Enter')
      await expect(preview(page).getByRole('link', { name: 'Read it' })).toBeVisible()
    })

    await test.step('it is cut and pasted elsewhere', async () => {
      await chip(page, 'button').click()
      await page.keyboard.press('Control+x')
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Control+v')
      await expect(chip(page, 'button')).toHaveCount(1)
      expect((await paragraphsOf(page))[0]).toMatch(/^\[button\]/)
    })

    await test.step('it is published, taken back, and the original restored', async () => {
      await expect(page.getByText('Draft, saved')).toBeVisible()
      await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
      await expect.poll(async () => (await paragraphsOf(page))[0]).toMatch(/^Good news/)
    })
  })

  test('the words of a guardian’s consent are shown, and cannot be changed', async ({ page }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio/mails?mail=guardian')
    await expect(page.getByText('What a guardian agrees to is locked')).toBeVisible()
    await expect(preview(page).getByText('you must agree')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to all mails' }).press('Enter')
    await expect(page.getByRole('link', { name: /Consent of a guardian(?!,)/ })).toBeVisible()
  })
})
