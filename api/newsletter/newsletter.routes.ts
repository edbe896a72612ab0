import { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import { noteActivity } from '#api/activity/activity.queries.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { dayOf } from '#contract/days.ts'
import { transaction } from '#db/sql.ts'
import {
  confirmSubscriber,
  countSubscribers,
  deleteSubscriber,
  insertSubscriber,
  listSubscribers,
} from './newsletter.queries.ts'
import { subscribersAsCsv } from './subscribers-as-csv.ts'

const page = (state: string) => ({ to: `/newsletter?${new URLSearchParams({ state })}` })

export function newsletterRoutes(router: Router, { publicUrl }: { publicUrl: string }) {
  serve(router, 'POST /newsletter', async ({ email }) => {
    // Whether a mail really goes out is decided when it is written: the answer tells nothing.
    await transaction(async () => {
      await insertSubscriber(email)
      await queueMail('newsletter', email, {})
    })
    return { status: 'ok' as const }
  })

  serve(router, 'GET /newsletter/confirm', async ({ token }) =>
    page((await confirmSubscriber(token)) ? 'confirmed' : 'expired'),
  )

  serve(router, 'GET /newsletter/unsubscribe', async ({ token }) => ({
    to: `/newsletter?${new URLSearchParams({ state: 'leaving', token })}`,
  }))

  serve(router, 'POST /newsletter/unsubscribe', async ({ token }) => {
    await deleteSubscriber(token)
    return { status: 'ok' as const }
  })

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
    await noteActivity(publisher.username, 'newsletterExported')
    ctx.body = Readable.from(subscribersAsCsv(publicUrl))
  })
}
