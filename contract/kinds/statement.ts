import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const statement = {
  one: 'author account',
  many: 'Author accounts',
  roles: shop,
  tab: { label: 'Statements', path: staffPaths.statements, roles: [...shop, 'author'] },
  create: {
    label: 'New author account',
    path: staffPaths.statementsOf('new'),
    text: 'For shares of sales',
  },
  icon: 'user',
  states: { account: 'Author account' },
} satisfies Kind
