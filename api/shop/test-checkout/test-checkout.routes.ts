import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { TestCheckout } from '#api/integrations/integrations.ts'
import { apiError } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'

/** They answer 404 without the built-in checkout. */
export function testCheckoutRoutes(router: Router, checkout: () => TestCheckout | undefined) {
  serve(router, 'GET /test-checkout/:reference', async ({ reference }) => {
    const payment = await checkout()?.find(reference)
    if (!payment) throw apiError('orderNotFound')
    const isUnderWay = payment.status === 'open'
    return {
      ...payment,
      amount: toNaira(payment.amountKobo),
      arrivesAt: isUnderWay ? payment.arrivesAt : null,
    }
  })

  serve(router, 'POST /test-checkout/:reference', async ({ reference, outcome }) => {
    const payment = await checkout()?.press(reference, outcome)
    if (!payment) throw apiError('orderNotFound')
    return { to: payment.returnUrl }
  })
}
