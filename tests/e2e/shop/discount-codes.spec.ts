import { violationsInLightAndDark } from '../support/axe.ts'
import { bookTitled } from '../support/content.ts'
import { inDatabase } from '../support/service.ts'
import { expect, phone, test } from '../support/test.ts'
import { tooWide } from '../support/too-wide.ts'
import { aBuyer, box, opened, watchOrders } from './purchase-box.ts'

test.use({ ...phone, expectedErrors: /status of (400|409)/ })

/** A code of the shop: 25 percent off all books unless said otherwise. */
async function aCode(fields: object = {}) {
  const code = `RAINS-${Math.floor(Math.random() * 1e9)}`
  await inDatabase((sql) => sql`insert into discounts ${sql({ code, percent: 25, ...fields })}`)
  return code
}

const inBox = (page: Parameters<typeof box>[0]) => {
  const { region } = box(page)
  return {
    disclosure: region.getByText('I have a discount code'),
    code: region.getByLabel('Discount code'),
    apply: region.getByRole('button', { name: 'Apply' }),
    off: region.locator('[data-off]'),
  }
}

test('a code is typed, or brought by a link, and the buyer sees and pays the total', async ({
  page,
  request,
}) => {
  await test.step('a buyer types a code, sees the total, and pays that', async () => {
    const given = await aCode()
    const { name, email, total, buy, more } = await opened(page)
    const { disclosure, code, apply, off } = inBox(page)
    await expect(code).toBeHidden()
    await disclosure.click()
    await code.fill(given.toLowerCase())
    await apply.click()
    await expect(off).toHaveText('25% off this order.')
    await expect(total).toHaveText('₦2,625')
    await expect(buy).toHaveAccessibleName('Buy Now - ₦2,625')
    await more.click()
    await expect(buy).toHaveAccessibleName('Buy Now - ₦5,250')
    expect(await tooWide(page, 'a book with a code')).toEqual([])
    expect(await violationsInLightAndDark(page, 'a book with a code')).toEqual([])
    const buyer = aBuyer()
    await name.fill(buyer.name)
    await email.fill(buyer.email)
    await buy.click()
    await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
    await expect(page.getByText('₦5,250')).toBeVisible()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/\/order\/ASC-/)
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
      `${given}, ₦1,750 off`,
    )
  })

  await page.evaluate(() => sessionStorage.clear())
  await test.step('a link brings a code, which a buyer replaces by a wrong one, by none and by a better one', async () => {
    const given = await aCode({ percent: null, offKobo: 50_000 })
    const { id } = await bookTitled(request, 'The Quiet Climb')
    const { name, email, total, buy, problem } = box(page)
    const { code, apply, off } = inBox(page)

    await test.step('the page is the same that everybody gets', async () => {
      const bytesOf = async (path: string) => (await request.get(path)).text()
      expect(await bytesOf(`/book/${id}?code=${given}`)).toBe(await bytesOf(`/book/${id}`))
      await page.goto(`/book/${id}?code=${given}`)
      await expect(code).toHaveValue(given)
      await expect(off).toHaveText('₦500 off this order.')
      await expect(total).toHaveText('₦3,000')
      await expect(buy).toHaveAccessibleName('Buy Now - ₦3,000')
    })

    await test.step('a code that is not known is told at its field', async () => {
      await code.fill('NOBODY-HAS-IT')
      await apply.click()
      await expect(code).toHaveAccessibleDescription(/^This discount code is not known\. Check/)
      await name.fill(aBuyer().name)
      await email.fill(aBuyer().email)
      await buy.click()
      await expect(code).toBeFocused()
      await expect(code).toHaveAccessibleDescription(/^This discount code is not known\. Check/)
    })

    await test.step('an empty field buys at the full price', async () => {
      await code.fill('')
      await code.blur()
      await expect(total).toHaveText('₦3,500')
      await buy.click()
      await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
      await expect(page.getByText('₦3,500')).toBeVisible()
    })

    await test.step('a code typed last, with Enter, is good news that goes on by itself', async () => {
      const last = await aCode({ maxUses: 1 })
      await page.goto(`/book/${id}`)
      await name.fill(aBuyer().name)
      await email.fill(aBuyer().email)
      await expect(page.locator('form[data-ready]')).toBeVisible()
      await inBox(page).disclosure.click()
      const sent = watchOrders(page)
      // The order is sent while what the code takes off is still being asked.
      await page.route(/\/discount$/, () => {})
      await code.fill(last)
      await code.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: 'It Costs Less' })).toContainText(
        'The total is only ₦2,625 now.',
      )
      await expect(total).toHaveText('₦2,625')
      await expect(problem).toBeHidden()
      await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
      await expect(page.getByText('₦2,625')).toBeVisible()
      expect(sent).toHaveLength(1)
      await page.unroute(/\/discount$/)
    })

    await test.step('one of 100 percent gives the book at once', async () => {
      const other = await bookTitled(request, 'Small Chops, Big Plans')
      await page.goto(`/book/${other.id}?code=${await aCode({ percent: 100, maxUses: 1 })}`)
      await expect(total).toHaveText('₦0')
      await name.fill(aBuyer().name)
      await email.fill(aBuyer().email)
      await buy.click()
      await expect(page).toHaveURL(/\/order\/ASC-/)
      await expect(page.getByRole('link', { name: /Download/ }).first()).toBeVisible()
    })
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a code, typed or in the address, is shown in the total on a page of its own, or told at its field', async ({
    page,
  }) => {
    const { id } = await bookTitled(page.request, 'The Quiet Climb')
    const { region, name, email, quantity, total, buy } = box(page)
    const { code, disclosure } = inBox(page)
    const fillIn = async () => {
      const buyer = aBuyer()
      await quantity.fill('2')
      await name.fill(buyer.name)
      await email.fill(buyer.email)
    }
    const confirm = async (given: string) => {
      await buy.click()
      await expect(region).toContainText('Your discount code takes off ₦1,750.')
      await expect(total).toHaveText('₦5,250')
      await expect(buy).toHaveAccessibleName('Buy Now - ₦5,250')
      await expect(code).toHaveValue(given)
      await buy.click()
      await expect(page).toHaveURL(/\/test-checkout\/ASC-/)
      await expect(page.getByText('₦5,250')).toBeVisible()
    }
    await page.goto(`/book/${id}?code=${await aCode({ endsAt: new Date('2026-01-01') })}`)
    await fillIn()
    await buy.click()
    await expect(code).toBeVisible()
    await expect(code).toHaveAccessibleDescription(/^This discount code has ended\./)
    const inAddress = await aCode({ maxUses: 1 })
    await page.goto(`/book/${id}?code=${inAddress}`)
    await fillIn()
    await confirm(inAddress)
    const typed = await aCode({ maxUses: 1 })
    await page.goto(`/book/${id}`)
    await fillIn()
    await disclosure.click()
    await code.fill(typed)
    await confirm(typed)
  })
})
