import { Readable } from 'node:stream'
import { type Cell, csvFile, startCsv } from '#api/http/answers/csv.ts'
import { addressHash } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { pageOf } from '#db/sql.ts'
import {
  countSubscribers,
  listConfirmedAfter,
  listConsent,
  listSubscribers,
} from './subscribers.queries.ts'

interface Options {
  publicUrl: string
  orderSecret: Uint8Array
}

export function adminNewsletterRoutes(
  { serve, serveFile }: Routes,
  { publicUrl, orderSecret }: Options,
) {
  serve('GET /admin/newsletter', (asked) => pageOf(asked, listSubscribers, countSubscribers))

  serve('POST /admin/newsletter/consent', async ({ email }) => [
    ...(await listConsent(email, addressHash(orderSecret, email))),
  ])

  serveFile('GET /admin/newsletter.csv', async (_, ctx, { staff }) => {
    if (!startCsv(ctx, `ascend-newsletter-${dayOf(new Date())}.csv`)) return
    await recordActivity(staff.name, 'newsletterExported')
    ctx.body = Readable.from(
      csvFile(columnsFor(publicUrl), (last, limit) => listConfirmedAfter(last?.email ?? '', limit)),
    )
  })
}

type Confirmed = Awaited<ReturnType<typeof listConfirmedAfter>>[number]

const columnsFor = (publicUrl: string): Record<string, (subscriber: Confirmed) => Cell> => ({
  email: ({ email }) => email,
  confirmedAt: ({ confirmedAt }) => confirmedAt,
  unsubscribeUrl: ({ unsubscribeToken }) =>
    `${publicUrl}/api/newsletter/unsubscribe?${new URLSearchParams({ token: unsubscribeToken })}`,
  askedAt: ({ createdAt }) => createdAt,
  wording: ({ wording }) => wording,
  source: ({ source }) => source,
})
