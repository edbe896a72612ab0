import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { transaction } from '#db/sql.ts'
import { confirmSubscriber, deleteSubscriber, insertSubscriber } from './newsletter.queries.ts'

const page = (state: string) => ({ to: `/newsletter?${new URLSearchParams({ state })}` })

export function newsletterRoutes(router: Router) {
  serve(router, 'POST /newsletter', async ({ email }) => {
    // The mail is decided on when it is composed: the response reveals nothing.
    await transaction(async () => {
      await insertSubscriber(email)
      await queueMail('newsletter', email, {})
    })
    return { status: 'ok' as const }
  })

  serve(router, 'GET /newsletter/confirm', async ({ token }, { isHead }) => {
    if (isHead) return { to: '/newsletter' }
    return page((await confirmSubscriber(token)) ? 'confirmed' : 'expired')
  })

  serve(router, 'GET /newsletter/unsubscribe', async ({ token }) => ({
    to: `/newsletter?${new URLSearchParams({ state: 'leaving', token })}`,
  }))

  serve(router, 'POST /newsletter/unsubscribe', async ({ token }) => {
    await deleteSubscriber(token)
    return { status: 'ok' as const }
  })
}
