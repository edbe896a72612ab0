import { isLoopback } from '#api/http/open-server.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { sql, values } from '#db/sql.ts'
import {
  type PaymentFailure,
  type Payments,
  type TestCheckout,
  type TestPayment,
  withReference,
} from './integrations.ts'

const secondsToArrive = { pay: 0, transfer: 20 } as const

const endings = { fail: 'failed', cancel: 'abandoned' } as const

interface TestPayments extends Payments {
  provider: 'test'
  testCheckout: TestCheckout
}

/** Stands in for a provider: no money moves. Its payments are the table `test_payments`. */
export function testPayments({ publicUrl }: { publicUrl: string }): TestPayments {
  // On a machine that has two names the buyer stays under the one they opened.
  const isOwnMachine = isLoopback(new URL(publicUrl).hostname)
  const addressOf = (url: string) => (isOwnMachine ? url.replace(publicUrl, '') : url)
  return {
    provider: 'test',
    isTest: true,

    async startCheckout({ reference, amountKobo, currency, method, title, returnUrl }) {
      await sql`
        insert into test_payments ${values('test_payments', { reference, amountKobo, currency, method, title, returnUrl })}
        on conflict (reference) do nothing`
      return { checkoutUrl: addressOf(`${publicUrl}${outcomePaths.testCheckout(reference)}`) }
    },

    async verify(reference) {
      const found = await findTestPayment(reference)
      const isPaid = found?.status === 'success' || found?.status === 'reversed'
      return {
        status: found?.status === 'open' ? 'waiting' : (found?.status ?? 'unknown'),
        providerStatus: found?.status ?? 'unknown',
        reference,
        amountKobo: found?.amountKobo ?? 0,
        currency: found?.currency ?? 'NGN',
        isTest: true,
        paidAt: isPaid ? found.arrivesAt : null,
        lastDigits: null,
      }
    },

    async refund(reference) {
      await sql`
        update test_payments set status = 'reversed'
        where reference = ${reference} and ${status()} = 'success'`
      if ((await findTestPayment(reference))?.status === 'reversed') return { isDone: true }
      const failure: PaymentFailure = Object.assign(new Error('There is nothing to refund'), {
        isCheckoutLost: false,
      })
      throw failure
    },

    async listPayments(from, to) {
      const rows = await sql<TestPayment[]>`
        select reference, amount_kobo, currency, ${status()} as status from test_payments
        where created_at >= ${from} and created_at < ${to}`
      return rows.map(({ reference, amountKobo, currency, status }) => ({
        status: status === 'open' ? 'waiting' : status,
        providerStatus: status,
        reference,
        amountKobo,
        currency,
      }))
    },

    // It sends no webhooks, so any is forged.
    readWebhook: () => undefined,

    testCheckout: {
      find: findTestPayment,

      async press(reference, outcome) {
        const change =
          outcome === 'pay' || outcome === 'transfer'
            ? sql`arrives_at = now() + make_interval(secs => ${secondsToArrive[outcome]})`
            : sql`status = ${endings[outcome]}`
        // The first click decided it.
        await sql`
          update test_payments set ${change}
          where reference = ${reference} and status = 'open' and arrives_at is null`
        const found = await findTestPayment(reference)
        return found && { ...found, returnUrl: addressOf(found.returnUrl) }
      },
    },
  }
}

const status = () => sql`
  case when status = 'open' and arrives_at <= now() then 'success' else status end`

async function findTestPayment(reference: string): Promise<TestPayment | undefined> {
  const [found] = await sql<TestPayment[]>`
    select reference, amount_kobo, currency, method, title, return_url, arrives_at,
      ${status()} as status
    from test_payments where reference = ${reference}`
  return found && { ...found, returnUrl: withReference(found.returnUrl, reference) }
}
