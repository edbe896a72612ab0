import { violationsInLightAndDark } from '../axe.ts'
import { anOrder, inDatabase } from '../buyers.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { withAdminSession } from './publisher.ts'

// One after the other: each looks at all differences of the shop.
test.describe.configure({ mode: 'default' })

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(device, () => {
    test.use(size)

    test(`on a ${device}, the publisher sees what differs from the provider’s list, settles it and compares a day`, async ({
      page,
    }, { outputDir }) => {
      await withAdminSession(page)
      const order = await anOrder(page.request, { title: 'First Salary' })
      const stray = `ASC-${'7'.repeat(26)}`
      await inDatabase(async (sql) => {
        await sql`delete from payment_days`
        await sql`
          update test_payments set arrives_at = now() - interval '1 minute'
          where reference = ${order.reference}`
        await sql`
          insert into payment_days (provider, day, compared_at, payments)
          values ('test', '2026-11-20', now(), 12)`
        await sql`
          insert into payment_differences
            (provider, reference, day, kind, amount_kobo, currency, provider_status)
          values ('test', ${order.reference}, '2026-11-20', 'paidThere', 200000, 'NGN', 'success'),
            ('test', ${stray}, '2026-11-20', 'unknown', 500000, 'NGN', 'success')`
      })
      await page.goto('/admin/orders')
      const note = page.getByText('2 payments differ from the provider’s list.')
      await expect(note).toBeVisible()
      await page.getByRole('link', { name: 'See what to do' }).click()
      const section = page.getByRole('region', { name: 'Payments compared' })
      const row = section.getByRole('listitem').filter({ hasText: order.reference })
      await expect(row).toContainText('Paid there, not here')
      await expect(section).toContainText('A payment of no order')
      await expect(section).toContainText('12 payments of ours in its list')
      await page.screenshot({ path: `${outputDir}/differences-${device}.png`, fullPage: true })
      expect(await violationsInLightAndDark(page, '/admin/orders')).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${outputDir}/differences-${device}-dark.png`, fullPage: true })
      expect(await tooWide(page, '/admin/orders')).toEqual([])
      await page.setViewportSize(size.viewport)
      // By keyboard.
      await row.getByRole('button', { name: 'Settle again' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.toast').filter({ hasText: 'The order is: paid' })).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect(page.getByText('1 payment differs from the provider’s list.')).toBeVisible()
      await section.getByLabel('Day').fill('2026-11-20')
      await section.getByRole('button', { name: 'Compare now' }).press('Enter')
      await expect(page.locator('.toast').filter({ hasText: 'The day was compared' })).toBeVisible()
      await expect(note).toBeHidden()
      await expect(section).toContainText('0 payments of ours in its list')
    })
  })
}
