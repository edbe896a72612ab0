import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { inDatabase } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { aBuyer, opened } from './purchase-box.ts'

test.use({ expectedErrors: /status of 400/ })

/** The link in the mail that somebody got, once it is there. */
async function linkTo(email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const mails = await inDatabase(async (_, dataDir) => {
      const folder = join(dataDir, 'outbox')
      const names = (await readdir(folder)).filter((name) => name.includes('-present-'))
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    })
    const mail = mails.find((text) => text.includes(email))?.replace(/=\r?\n/g, '') ?? ''
    link = /\/gift\/[\w-]+/.exec(mail)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 40_000 })
  return link
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'
  test.describe(how, () => {
    test.use({ ...phone, javaScriptEnabled })

    /** Both look into the page by script. */
    const looksRight = async (page: Page, where: string) => {
      if (!javaScriptEnabled) return
      expect(await tooWide(page, where)).toEqual([])
      expect(await violationsInLightAndDark(page, where)).toEqual([])
    }

    test(`${how}, somebody buys a present, and somebody else opens it`, async ({ page }) => {
      const { name, email, buy, region } = await opened(page)
      const box = region.getByLabel('This is a present')
      const theirName = region.getByLabel('Their name')
      const theirs = region.getByLabel('Their e-mail address')
      await expect(theirName).toBeHidden()
      await box.focus()
      await page.keyboard.press('Space')
      const buyer = aBuyer()
      await name.fill(buyer.name)
      await email.fill(buyer.email)
      await buy.click()
      await expect(theirName).toHaveAccessibleDescription('Please enter the name of the person')
      await looksRight(page, 'a present')
      const friend = aBuyer()
      await theirName.fill('Ada Obi')
      await theirs.fill(friend.email)
      await region.getByLabel('Greeting').fill('For the long bus. https://cheap.example')
      await buy.click()
      await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Thank you. Your present is paid.',
      )
      await expect(page.getByRole('link', { name: /Download/ })).toHaveCount(0)
      await looksRight(page, 'the order of a present')

      await page.goto(await linkTo(friend.email))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A present for Ada Obi')
      await expect(page.getByText('For the long bus. https://cheap.example')).toBeVisible()
      await expect(page.getByRole('link', { name: /cheap/ })).toHaveCount(0)
      await looksRight(page, 'an unopened present')
      await page.getByRole('button', { name: 'Open your present' }).click()
      await expect(page).toHaveURL(/\/order\/ASC-/)
      await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
    })
  })
}
