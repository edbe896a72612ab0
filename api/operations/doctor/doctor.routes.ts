import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { Finding } from './judge.ts'

type Diagnosis = OutputOf<'GET /admin/doctor'>

/** Whoever opens the dashboard meanwhile sees the same again. */
const freshMs = 10 * 60_000

/** Asked when the owner looks, and then once for everybody who does: no other request waits for it. */
export function doctorRoutes(router: Router, examine: () => Promise<Finding[]>) {
  let running: Promise<Diagnosis> | undefined
  let last: Diagnosis | undefined

  const look = () => {
    running ??= (async () => {
      const findings = await examine()
      last = { lookedAt: new Date().toISOString(), findings }
      return last
    })().finally(() => {
      running = undefined
    })
    return running
  }

  serve(router, 'GET /admin/doctor', async () =>
    last && Date.now() - Date.parse(last.lookedAt) < freshMs ? last : look(),
  )

  serve(router, 'POST /admin/doctor', look)
}
