/** Paths of the admin pages; apart from paths.ts, so that no readers' page ships them. */
export const staffPaths = {
  /** It leads to the dashboard. */
  admin: '/admin',
  dashboard: '/admin/dashboard',
  /** The login, which returns to `returnTo`, an admin page. */
  login: (returnTo?: string) =>
    returnTo ? `/admin/login?${new URLSearchParams({ returnTo })}` : '/admin/login',
  books: '/admin/books',
  newBook: '/admin/books/new',
  book: (id: string) => `/admin/books/${id}/edit`,
  /** The dashboard, at one book of its list. */
  bookInList: (id: string) => `/admin/dashboard#edit-${id}`,
  orders: '/admin/orders',
  order: (reference: string) => `/admin/orders?${new URLSearchParams({ order: reference })}`,
  ordersIn: (status: string) => `/admin/orders?${new URLSearchParams({ status })}`,
  invoices: '/admin/invoices',
  invoice: (reference: string) => `/admin/invoices?${new URLSearchParams({ invoice: reference })}`,
  invoicesIn: (status: string) => `/admin/invoices?${new URLSearchParams({ status })}`,
  discounts: '/admin/discounts',
  discount: (id: string) => `/admin/discounts?${new URLSearchParams({ discount: id })}`,
  publications: '/admin/publications',
  publication: (id: string) => `/admin/publications?${new URLSearchParams({ publication: id })}`,
  statements: '/admin/statements',
  statementsOf: (id: string) => `/admin/statements?${new URLSearchParams({ account: id })}`,
  stories: '/admin/stories',
  storiesIn: (status: string) => `/admin/stories?${new URLSearchParams({ status })}`,
  newStory: '/admin/stories/new',
  /** The page of a new story that has a title already. */
  newStoryCalled: (title: string) => `/admin/stories/new?${new URLSearchParams({ title })}`,
  editStory: (id: string) => `/admin/stories/${id}/edit`,
  revisions: (id: string) => `/admin/stories/${id}/revisions`,
  /** One story, opened for review. */
  story: (id: string) => `/admin/stories?${new URLSearchParams({ story: id })}`,
  calendar: '/admin/calendar',
  editions: '/admin/editions',
  authors: '/admin/authors',
  author: (name: string) => `/admin/authors?${new URLSearchParams({ search: name })}`,
  reports: '/admin/reports',
  dataRequests: '/admin/data-requests',
  requests: '/admin/requests',
  request: (reference: string) =>
    `/admin/requests?${new URLSearchParams({ status: 'all', search: reference })}`,
  reviews: '/admin/reviews',
  newsletter: '/admin/newsletter',
  importSubscribers: '/admin/newsletter/import',
  stats: '/admin/figures',
  statsOf: (id: string) => `/admin/figures?${new URLSearchParams({ story: id })}`,
  issues: '/admin/letters',
  newIssue: '/admin/letters/new',
  mailDomain: '/admin/letters/domain',
  issue: (id: string) => `/admin/letters/${id}`,
  editIssue: (id: string) => `/admin/letters/${id}/edit`,
  issueRevisions: (id: string) => `/admin/letters/${id}/revisions`,
  activity: '/admin/activity',
  deleted: '/admin/deleted',
  people: '/admin/people',
  settings: '/admin/settings',
  studio: '/admin/studio',
  /** One group of what the publisher sets. */
  setting: (group: string) => `/admin/studio/${group}`,
  business: '/admin/business',
  payments: '/admin/business/payments',
  paymentsOf: (provider: string) => `/admin/business/payments?${new URLSearchParams({ provider })}`,
  recoverySheet: '/admin/business/recovery-sheet',
  firstSteps: '/admin/first-steps',
  whatHappens: '/admin/first-steps/what-happens-now',
  server: '/admin/server',
  appearance: '/admin/appearance',
  account: '/admin/account',
  forgot: '/admin/forgot',
  /** What a mailed link opens. */
  withToken: (
    page:
      | 'first-steps/begin'
      | 'join'
      | 'link'
      | 'end-session'
      | 'business/not-me'
      | 'business/arrived',
    token: string,
  ) => `/admin/${page}?${new URLSearchParams({ token })}`,
}
