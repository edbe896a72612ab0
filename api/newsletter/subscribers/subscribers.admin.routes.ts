import { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import { addressHash } from '#api/http/secrets.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayOf } from '#contract/days.ts'
import { countSubscribers, listConsent, listSubscribers } from './subscribers.queries.ts'
import { subscribersAsCsv } from './subscribers-as-csv.ts'

interface Options {
  publicUrl: string
  orderSecret: Uint8Array
}

export function adminNewsletterRoutes(router: Router, { publicUrl, orderSecret }: Options) {
  serve(router, 'GET /admin/newsletter', async ({ page, pageSize, ...filter }) => {
    const [items, total] = await Promise.all([
      listSubscribers({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countSubscribers(filter),
    ])
    return { items, total }
  })

  serve(router, 'POST /admin/newsletter/consent', async ({ email }) => [
    ...(await listConsent(email, addressHash(orderSecret, email))),
  ])

  serveFile(router, 'GET /admin/newsletter.csv', async (_, ctx, { staff }) => {
    ctx.attachment(`ascend-newsletter-${dayOf(new Date())}.csv`)
    ctx.type = 'text/csv; charset=utf-8'
    ctx.status = 200
    if (ctx.method === 'HEAD') return
    await recordActivity(staff.name, 'newsletterExported')
    ctx.body = Readable.from(subscribersAsCsv(publicUrl))
  })
}
