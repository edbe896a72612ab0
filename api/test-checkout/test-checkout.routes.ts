import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { TestCheckout } from '#api/outside/outside.ts'
import { toNaira } from '#contract/money.ts'
import { refuse } from '#contract/refusals.ts'

/** The pages' side of the built-in checkout. Where a real provider takes the money, or nobody, nothing is found. */
export function testCheckoutRoutes(router: Router, checkout: TestCheckout | undefined) {
  serve(router, 'GET /test-checkout/:reference', async ({ reference }) => {
    const payment = await checkout?.find(reference)
    if (!payment) throw refuse('orderNotFound')
    const isUnderWay = payment.status === 'open'
    return {
      ...payment,
      amount: toNaira(payment.amountKobo),
      arrivesAt: isUnderWay ? payment.arrivesAt : null,
    }
  })

  serve(router, 'POST /test-checkout/:reference', async ({ reference, outcome }) => {
    const payment = await checkout?.press(reference, outcome)
    if (!payment) throw refuse('orderNotFound')
    return { to: payment.returnUrl }
  })
}
