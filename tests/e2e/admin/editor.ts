import type { Page } from 'playwright/test'
import { expect } from '../test.ts'

/** Where the text of a story or letter is written. */
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Until one can write in rich text. */
export async function openEditor(page: Page, path = '/admin/stories/new') {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible()
}

/** Everything is on the server, or waits for it. A save begins three seconds after a change. */
export const isKept = (page: Page, as: 'saved' | 'waiting' = 'saved') =>
  expect(page.locator('[data-save-state]')).toHaveAttribute('data-save-state', as, {
    timeout: 20_000,
  })
