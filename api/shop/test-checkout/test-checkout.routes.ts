import type { Routes } from '#api/http/serve.ts'
import type { TestCheckout } from '#api/integrations/integrations.ts'
import { required } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'

/** They answer 404 without the built-in checkout. */
export function testCheckoutRoutes({ serve }: Routes, checkout: () => TestCheckout | undefined) {
  serve('GET /test-checkout/:reference', async ({ reference }) => {
    const payment = required(await checkout()?.find(reference), 'orderNotFound')
    const isUnderWay = payment.status === 'open'
    return {
      ...payment,
      amount: toNaira(payment.amountKobo),
      arrivesAt: isUnderWay ? payment.arrivesAt : null,
    }
  })

  serve('POST /test-checkout/:reference', async ({ reference, outcome }) => {
    const payment = required(await checkout()?.press(reference, outcome), 'orderNotFound')
    return { to: payment.returnUrl }
  })
}
