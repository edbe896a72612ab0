import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'
import { useAdminQuery } from './use-admin-query.ts'

export type Stats = OutputOf<'GET /admin/stats'>

/** The numbers of the dashboard, the lists and the navigation, loaded once a page. */
export const statsQuery = {
  queryKey: ['stats'],
  queryFn: () => adminCall('GET /admin/stats', {}),
}

/** The numbers; empty when they could not be loaded. */
export function useStats(): Partial<Stats> {
  const { data, error } = useAdminQuery(statsQuery)
  return (error ? undefined : data) ?? {}
}

/** No mail server is set that can be used: mails are files on the server, and reach nobody. */
export const keepsMail = ({ off }: Partial<Stats> = {}) =>
  off?.mail?.why === 'notSet' || off?.mail?.why === 'broken'

/** Call it after a change that affects a number. */
export function useRefreshStats(): () => void {
  const client = useQueryClient()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: statsQuery.queryKey }),
    [client],
  )
}
