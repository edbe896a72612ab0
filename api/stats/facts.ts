import { listSubscriberDays } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { listDailySales } from '#api/shop/orders/orders.admin.queries.ts'
import { toNaira } from '#contract/money.ts'
import type { Periods } from './chart.ts'
import { listDays, listPublishedByDay, type Whose } from './stats.queries.ts'

interface Asked extends Periods {
  whose: Whose
}

/** What sections and measures share is read at the first question, and once. */
export function factsOf(asked: Asked) {
  const { period, before, whose } = asked
  return {
    ...asked,
    readDays: once(() => Promise.all([listDays(period, whose), listDays(before, whose)])),
    readPublished: once(
      async () =>
        new Map((await listPublishedByDay(period, whose)).map(({ day, ...row }) => [day, row])),
    ),
    readSales: once(
      () =>
        Promise.all(
          [period, before].map(async (days) => {
            const sold = await listDailySales(days)
            return new Map(
              sold.map(({ day, copies, amountKobo }) => [
                day,
                { copies, naira: toNaira(amountKobo) },
              ]),
            )
          }),
        ) as Promise<[Sales, Sales]>,
    ),
    readSubscribers: once(async () => {
      const found = await listSubscriberDays({ from: before.from, to: period.to })
      let sum = 0
      const totals = found.map(({ day, joined, gone }) => {
        sum += joined - gone
        return { day, sum }
      })
      return {
        moves: new Map(found.map(({ day, ...row }) => [day, row])),
        /** The total at the end of a day. */
        totalOn: (day: string) => totals.findLast((total) => total.day <= day)?.sum ?? 0,
      }
    }),
  }
}

export type Facts = ReturnType<typeof factsOf>
type Sales = Map<string, { copies: number; naira: number }>

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
