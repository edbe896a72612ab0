import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const request = {
  one: 'request',
  many: 'Requests',
  roles: shop,
  tab: { label: 'Requests', path: staffPaths.requests, badge: 'openRequests' },
} satisfies Kind
