import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'

export type Stats = OutputOf<'GET /admin/stats'>

let asked: Promise<Stats> | undefined

/** The figures of the desk, asked once a page: the navigation and the dashboard show the same ones. */
export function currentStats(): Promise<Stats> {
  asked ??= adminCall('GET /admin/stats', {})
  // What failed may be asked again.
  asked.catch(() => {
    asked = undefined
  })
  return asked
}

/** After something was done that changes them. */
export function freshStats(): Promise<Stats> {
  asked = undefined
  return currentStats()
}
