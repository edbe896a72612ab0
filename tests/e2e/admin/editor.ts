import type { Page } from 'playwright/test'
import { expect } from '../test.ts'

/** Where the text of a story or letter is written. */
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Until one can write in rich text. */
export async function openEditor(page: Page, path = '/admin/stories/new') {
  await page.goto(path)
  await isRich(page)
}

/** A phone shows the tools only while the text has the focus. */
export const isRich = (page: Page) =>
  expect(page.locator('#content[contenteditable="true"]')).toBeVisible()

/** What belongs to a story beside its words: a sheet on a phone, a panel with tabs on a laptop. */
export async function openSettings(page: Page, part: 'Story' | 'Review' = 'Story') {
  const panel = page.getByRole('complementary', { name: 'Settings' })
  const opener = page.getByRole('button', { name: 'Settings' })
  const tab = page.getByRole('tab', { name: part })
  await expect(opener.or(tab).first()).toBeVisible()
  if (await tab.isVisible()) await tab.click()
  else if (!(await panel.isVisible())) await opener.click()
  await expect(panel.getByRole('tabpanel', { name: part })).toBeVisible()
}

/** A phone's sheet, which lies over the story. */
export async function closeSettings(page: Page) {
  const close = page
    .getByRole('complementary', { name: 'Settings' })
    .getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
}

/** Everything is on the server, or waits for it. A save begins three seconds after a change. */
export const isKept = (page: Page, as: 'saved' | 'waiting' = 'saved') =>
  expect(page.locator('[data-save-state]')).toHaveAttribute('data-save-state', as, {
    timeout: 20_000,
  })
