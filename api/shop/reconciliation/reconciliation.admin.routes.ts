import type { Routes } from '#api/http/serve.ts'
import { dayOf } from '#contract/dates.ts'
import { apiError } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'
import { type CompareWith, compareDay } from './reconcile.ts'
import { type DifferenceRow, listDifferences, listPaymentDays } from './reconciliation.queries.ts'

const mostDays = 14
const mostDifferences = 100

export function reconciliationRoutes({ serve }: Routes, outside: CompareWith) {
  serve('GET /admin/payment-days', comparison)

  serve('POST /admin/payment-days/compare', async ({ day }) => {
    if (day > dayOf(new Date())) {
      throw apiError('invalid', { day: ['Please choose a day until today'] })
    }
    const notSince = new Date()
    await Promise.all(
      outside.payments().map((payments) => compareDay(day, payments, { ...outside, notSince })),
    )
    return comparison()
  })
}

async function comparison() {
  const [days, differences] = await Promise.all([
    listPaymentDays(mostDays),
    listDifferences(mostDifferences),
  ])
  return {
    days,
    differences: differences.map(forStaff),
    totalDifferences: differences[0]?.total ?? 0,
  }
}

function forStaff({ amountKobo, state, orderKobo, orderNumber, buyerName, ...row }: DifferenceRow) {
  return {
    ...row,
    amount: amountKobo === null ? null : toNaira(amountKobo),
    order: state && {
      orderNumber: orderNumber ?? '',
      status: state,
      amount: toNaira(orderKobo ?? 0),
      buyerName: buyerName ?? '',
    },
  }
}
