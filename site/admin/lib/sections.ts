import { editors, newsroom, owner, type Role, shop, staff } from '#contract/roles.ts'
import { adminPaths } from './admin-paths.ts'
import type { Stats } from './stats-query.ts'

export interface AdminSection {
  name: string
  label: string
  path: string
  /** Roles that may use it. */
  roles: readonly Role[]
  /** The count beside its name. */
  count?: keyof Stats
  sentence: string
}

/** The sections of the admin pages in the navigation, with their roles. */
export const adminSections = [
  {
    name: 'dashboard',
    label: 'Dashboard',
    path: adminPaths.dashboard,
    roles: staff,
    sentence: 'What there is to do.',
  },
  {
    name: 'orders',
    label: 'Orders',
    path: adminPaths.orders,
    roles: shop,
    count: 'ordersToReview',
    sentence: 'What was bought, paid and given back.',
  },
  {
    name: 'stories',
    label: 'Stories',
    path: adminPaths.stories,
    roles: newsroom,
    count: 'waitingStories',
    sentence: 'What is being written, what readers sent in, and what is published.',
  },
  {
    name: 'calendar',
    label: 'Calendar',
    path: adminPaths.calendar,
    roles: newsroom,
    sentence: 'What is planned, was published and waits for review.',
  },
  {
    name: 'authors',
    label: 'Authors',
    path: adminPaths.authors,
    roles: editors,
    sentence: 'The pages about those who write.',
  },
  {
    name: 'requests',
    label: 'Requests',
    path: adminPaths.requests,
    roles: shop,
    count: 'openRequests',
    sentence: 'Authors who ask to be published.',
  },
  {
    name: 'letters',
    label: 'Letters',
    path: adminPaths.letters,
    roles: editors,
    sentence: 'Letters to subscribers: being written, sent and on their way.',
  },
  {
    name: 'newsletter',
    label: 'Newsletter',
    path: adminPaths.newsletter,
    roles: owner,
    sentence: 'Who asked for it.',
  },
  {
    name: 'figures',
    label: 'Figures',
    path: adminPaths.figures,
    roles: staff,
    sentence: 'What is read and bought, and where readers come from.',
  },
  {
    name: 'activity',
    label: 'Activity',
    path: adminPaths.activity,
    roles: owner,
    sentence: 'Who did what, and when.',
  },
  {
    name: 'people',
    label: 'People',
    path: adminPaths.people,
    roles: owner,
    sentence: 'Who runs the magazine, and what they may do.',
  },
  {
    name: 'account',
    label: 'Account',
    path: adminPaths.account,
    roles: staff,
    sentence: 'Your sessions, and the second step of your sign-in.',
  },
] as const satisfies AdminSection[]

export type AdminSectionName = (typeof adminSections)[number]['name']
