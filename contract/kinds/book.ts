import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const book = {
  one: 'book',
  many: 'Books',
  roles: shop,
  tab: { label: 'Books', path: staffPaths.books },
  create: {
    label: 'Add New Book',
    path: staffPaths.newBook,
    text: 'For the shop',
    tile: 'A PDF, a price, a cover',
  },
  states: { published: 'Published', draft: 'Draft' },
} satisfies Kind
