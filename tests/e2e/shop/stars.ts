import type { Page } from 'playwright/test'
import { expect } from '../support/test.ts'

/** How many stars a rating of this name has, and how many are filled. */
export async function filledStars(
  page: Page,
  name: string,
): Promise<[all: number, filled: number]> {
  const stars = page.getByRole('main').getByRole('img', { name }).first()
  await expect(stars).toBeVisible()
  const fills = await stars
    .locator('path')
    .evaluateAll((all) => all.map((star) => getComputedStyle(star).fill))
  return [fills.length, fills.filter((fill) => fill !== 'none').length]
}
