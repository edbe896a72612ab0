import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { dayOf } from '#contract/dates.ts'
import { aBoughtBook, anOrder } from '#tests/e2e/shop/buyers.ts'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { mailsTo } from '#tests/e2e/support/readers.ts'
import { inDatabase } from '#tests/e2e/support/service.ts'
import { desktop, expect, holdBack, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'

test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

const setOrder = (reference: string, fields: object) =>
  inDatabase((sql) => sql`update orders set ${sql(fields)} where reference = ${reference}`)

/** Something else was paid than was ordered. */
async function mispaid(page: Page, fields: object) {
  const order = await anOrder(page.request, { title: 'First Salary' })
  const wrong = { state: 'needs_review', problemCode: 'otherAmount', problemKobo: 100, ...fields }
  await setOrder(order.reference, wrong)
  return order
}

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

/** Rows of orders. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })

type Opened = Pick<Awaited<ReturnType<typeof anOrder>>, 'reference' | 'orderNumber'>

/** The page of this order. */
async function opened(page: Page, { reference, orderNumber }: Opened) {
  await page.goto(`/admin/orders?order=${reference}`)
  const order = page.getByRole('region', { name: `Order ${orderNumber}` })
  await expect(order.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  return order
}

test('the publisher finds an order, sends its links again, and gives the money back', async ({
  page,
}) => {
  const { ask } = await withAdminSession(page)
  const order = await aBoughtBook(page.request, { title: 'The Quiet Climb', quantity: 3 })
  await anOrder(page.request, { title: 'The Quiet Climb' })
  expect((await page.request.get(order.download)).status()).toBe(200)
  /** What this buyer alone paid, in naira. */
  const paid = async () => {
    const [to, from] = [0, 1].map((days) => dayOf(new Date(Date.now() - days * 86_400_000)))
    const asked = new URLSearchParams({
      search: order.buyerEmail,
      from: from ?? '',
      to: to ?? '',
    })
    const sums: { amount: number; testAmount: number }[] = await ask(
      'GET',
      `/admin/order-days?${asked}`,
    )
    expect(sums.every(({ amount }) => amount === 0)).toBe(true)
    return sums.reduce((sum, { testAmount }) => sum + testAmount, 0)
  }
  expect(await paid()).toBe(10_500)
  await page.goto('/admin/orders')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Search orders' }).click()
  await page.getByRole('searchbox').fill(order.buyerEmail.toUpperCase())
  await expect(rows(page)).toHaveCount(1)
  for (const fact of ['The Quiet Climb × 3', order.buyerName, '₦10,500', 'card', 'Paid', 'Test'])
    await expect(rows(page)).toContainText(fact)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`order=${order.reference}`))
  const row = page.getByRole('region', { name: `Order ${order.orderNumber}` })
  await expect(row.getByRole('heading', { level: 1 })).toBeFocused()
  for (const fact of ['₦10,500', '3 copies, ₦3,500 each', 'Downloaded once, 0 of 2 codes used'])
    await expect(row).toContainText(fact)
  await expect(row.getByRole('link', { name: `Write to ${order.buyerEmail}` })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${order.buyerEmail}\\?subject=Order%20${order.orderNumber}`),
  )
  await expect(row.getByRole('listitem').last()).toContainText('Ordered')
  await expect(row.getByRole('listitem')).toContainText(['Downloaded', 'Paid ₦10,500', 'Ordered'])

  const resending = await holdBack(page, /\/resend$/)
  const links = row.getByRole('button', { name: /^Send/ })
  await links.press('Enter')
  await expect(links).toHaveText(/^Sending\.\.\./)
  resending()
  await expect(toast(page, 'Links: Kept, Not Sent')).toBeVisible()
  await expect(links).toBeFocused()
  await expect.poll(async () => (await mailsTo(order.buyerEmail)).length).toBe(2)
  for (const mail of await mailsTo(order.buyerEmail)) {
    expect(mail).toContain(`/order/${order.reference}?key=${order.key}`)
  }

  const button = row.getByRole('button', { name: /^Refund/ })
  await button.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog).toContainText(
    `${order.buyerName} (${order.buyerEmail}) gets ₦10,500 back for “The Quiet Climb” (3 copies).`,
  )
  await expect(dialog).toContainText('Downloaded once, 0 of 2 codes used.')
  await expect(dialog).toContainText('all gift codes stop working')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.press('Enter')
  const release = await holdBack(page, /\/refund$/)
  await dialog.getByRole('button', { name: 'Refund', exact: true }).dblclick()
  await expect(dialog.getByRole('button', { name: 'Refunding...' })).toBeVisible()
  release()
  await expect(toast(page, 'Order Refunded')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(row.locator('.badge').first()).toHaveText('Refunded')
  await expect(row.getByRole('button')).toHaveText(['Receipt'])
  await expect(row.getByRole('listitem').filter({ hasText: 'Refunded' })).toHaveCount(1)

  expect((await page.request.get(order.download)).status()).toBe(404)
  expect(await paid()).toBe(0)
  await expect
    .poll(async () => (await mailsTo(order.buyerEmail)).join('\n'))
    .toContain('Your money goes back: The Quiet Climb')

  await page.goto('/admin/activity')
  const line = page
    .getByRole('listitem')
    .filter({ hasText: order.orderNumber })
    .filter({ hasText: 'Requested a refund:' })
  await line.getByRole('link', { name: 'The Quiet Climb' }).click()
  await expect(page).toHaveURL(`/admin/orders?order=${order.orderNumber}`)
  await expect(row.locator('.badge').first()).toHaveText('Refunded')
})

test('an order that needs review is counted and says what to do, and what a search finds is selected for a CSV file or for links', async ({
  page,
}) => {
  await test.step('an order that needs review is counted in the navigation and says what to do, whatever its buyer is called', async () => {
    await withAdminSession(page)
    const hostile = `<img src=x onerror="window.pwned=1">${'Ọláw'.repeat(20)}`
    const order = await mispaid(page, { buyerName: hostile, bookTitle: hostile })
    await page.goto('/admin/dashboard')
    const area = page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: 'Shop' })
    await expect(area.locator('b')).toHaveText(/^[1-9]\d*$/)
    await area.click()
    await page.getByRole('button', { name: /^Needs review\s*[1-9]/ }).click()
    await expect(page).toHaveURL('/admin/orders?status=needs_review')
    await expect(page.getByRole('heading', { name: 'Needs review' }).last()).toBeVisible()
    await expect(rows(page).filter({ hasText: '₦1,999 short' }).first()).toBeVisible()
    await expect(rows(page).getByRole('heading', { name: hostile }).first()).toBeVisible()
    const faults = await violationsInLightAndDark(page, 'the list')
    faults.push(...(await tooWide(page, 'the list')))
    await page.setViewportSize(phone.viewport)

    const row = await opened(page, order)
    await expect(row).toContainText('Paid ₦1 instead of ₦2,000. Ordered: 1 copy for ₦2,000.')
    await expect(row).toContainText('Nothing was delivered.')
    await expect(row.getByRole('button', { name: /^Send links/ })).toHaveCount(0)
    faults.push(...(await violationsInLightAndDark(page, 'an order')))
    const small = await row
      .locator('a, button')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getBoundingClientRect().height < 44)
          .map((target) => target.textContent),
      )
    await row.getByRole('button', { name: /^Refund/ }).click()
    await expect(page.getByRole('dialog')).toContainText('gets what was paid back')
    faults.push(...(await violationsInLightAndDark(page, 'the refund')))
    faults.push(...(await tooWide(page, 'the refund')))
    await page.keyboard.press('Escape')
    faults.push(...(await tooWide(page, 'an order')))
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect([...faults, ...small]).toEqual([])
  })

  await test.step('a search typed before the script has loaded is run, and what it finds is selected for a CSV file or for links', async () => {
    // A phone opens the field, which takes the script.
    await page.setViewportSize(desktop.viewport)
    await withAdminSession(page)
    const buyerEmail = `two.${randomUUID()}@buyers.example`
    const paid = await aBoughtBook(page.request, { title: 'First Salary', buyerEmail })
    const open = await anOrder(page.request, { title: 'First Salary', buyerEmail })
    const release = await holdBack(page, /_astro\/(client|Orders)/)
    await page.goto('/admin/orders')
    const box = page.getByRole('searchbox')
    await box.fill(buyerEmail)
    release()
    await expect(rows(page)).toHaveCount(2)
    await expect(box).toHaveValue(buyerEmail)
    await expect(page).toHaveURL(`/admin/orders?${new URLSearchParams({ search: buyerEmail })}`)
    await page.setViewportSize(phone.viewport)

    const downloaded = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^ascend-orders-\d{4}-\d\d-\d\d\.csv$/)
      const csv = await readFile(await download.path(), 'utf8')
      expect(csv).toContain(`"${paid.reference}","paid"`)
      await expect(toast(page, 'List Downloaded')).toBeVisible()
      return csv
    }
    // Without a selection it has what was paid for.
    expect(await downloaded('Download CSV')).not.toContain(open.reference)
    const selectAll = async () => {
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      // The filter's button has the same name while the shop has no other order.
      await page.locator('button:not([data-chip])', { hasText: /^All 2$/ }).click()
    }
    await selectAll()
    expect(await downloaded('CSV')).toContain(`"${open.reference}","pending"`)

    await selectAll()
    await page.getByRole('button', { name: 'Send links' }).click()
    await expect(toast(page, 'Links of 1 order: Kept, Not Sent')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'It is not paid.' })).toBeFocused()
    await expect(page.getByText('1 selected')).toBeVisible()
  })
})

test('an order is found from the dashboard and refunded in five presses, and what differs from the provider’s list is settled', async ({
  page,
}) => {
  await test.step('from the dashboard an order found by its buyer’s name is refunded in five presses', async () => {
    await withAdminSession(page)
    const order = await aBoughtBook(page.request, { title: 'First Salary' })
    await inDatabase(
      (sql) => sql`update orders set buyer_name = ${`Zoputa ${order.reference.slice(-6)}`}
        where reference = ${order.reference}`,
    )
    let presses = 0
    const press = async (target: Locator) => {
      presses++
      await target.click()
    }
    await page.goto('/admin/dashboard')
    await press(page.getByRole('button', { name: 'Search', exact: true }))
    await page.getByRole('combobox').fill(`Zoputa ${order.reference.slice(-6)}`)
    await press(page.getByRole('option', { name: /Zoputa/ }).first())
    await press(page.getByRole('button', { name: 'Refund', exact: true }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }))
    await expect(toast(page, 'Order Refunded')).toBeVisible()
    expect(presses).toBeLessThanOrEqual(5)
  })

  await test.step('the publisher sees what differs from the provider’s list, settles it and compares a day', async () => {
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
    const row = section.getByRole('listitem').filter({ hasText: order.orderNumber })
    await expect(row).toContainText('Paid there, not here')
    await expect(section).toContainText('A payment of no order')
    await expect(section).toContainText('12 payments of ours in its list')
    // Off what scrolls below the bar: that is not to be pressed there.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await violationsInLightAndDark(page, '/admin/orders')).toEqual([])
    expect(await tooWide(page, '/admin/orders')).toEqual([])
    await page.setViewportSize(phone.viewport)
    // By keyboard.
    await row.getByRole('button', { name: 'Settle again' }).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'The order is: paid')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(page.getByText('1 payment differs from the provider’s list.')).toBeVisible()
    await section.getByLabel('Day').fill('2026-11-20')
    await section.getByRole('button', { name: 'Compare now' }).press('Enter')
    await expect(toast(page, 'The day was compared')).toBeVisible()
    await expect(note).toBeHidden()
    await expect(section).toContainText('0 payments of ours in its list')
  })
})
