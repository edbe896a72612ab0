import { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { countSubscribers, listSubscribers } from '#api/newsletter/newsletter.queries.ts'
import { dayOf } from '#contract/days.ts'
import { subscribersAsCsv } from './subscribers-as-csv.ts'

export function adminNewsletterRoutes(router: Router, { publicUrl }: { publicUrl: string }) {
  serve(router, 'GET /admin/newsletter', async ({ page, pageSize, ...filter }) => {
    const [items, total] = await Promise.all([
      listSubscribers({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countSubscribers(filter),
    ])
    return { items, total }
  })

  serveFile(router, 'GET /admin/newsletter.csv', async (_, ctx, { publisher }) => {
    ctx.attachment(`ascend-newsletter-${dayOf(new Date())}.csv`)
    ctx.type = 'text/csv; charset=utf-8'
    ctx.status = 200
    if (ctx.method === 'HEAD') return
    await recordActivity(publisher.username, 'newsletterExported')
    ctx.body = Readable.from(subscribersAsCsv(publicUrl))
  })
}
