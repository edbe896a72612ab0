import type { Role } from '#contract/roles.ts'
import { accountActivity } from './account-activity.ts'
import { author } from './author.ts'
import { book } from './book.ts'
import { dataRequest } from './data-request.ts'
import { discount } from './discount.ts'
import { draft } from './draft.ts'
import { edition } from './edition.ts'
import { invoice } from './invoice.ts'
import type { Kind, Tab, Task } from './kind.ts'
import { newsletter } from './newsletter.ts'
import { order } from './order.ts'
import { person } from './person.ts'
import { publication } from './publication.ts'
import { report } from './report.ts'
import { request } from './request.ts'
import { review } from './review.ts'
import { server } from './server.ts'
import { setting } from './setting.ts'
import { statement } from './statement.ts'
import { story } from './story.ts'
import { subscriber } from './subscriber.ts'

/** All of them, in the order of the tabs. */
export const kinds = [
  story,
  draft,
  author,
  edition,
  report,
  order,
  book,
  publication,
  invoice,
  discount,
  statement,
  request,
  review,
  newsletter,
  subscriber,
  dataRequest,
  person,
  setting,
  server,
] as const satisfies readonly Kind[]

/** What the search finds, by the name of its group, in the order of the groups. */
export const searchedKinds = {
  stories: story,
  books: book,
  publications: publication,
  orders: order,
  invoices: invoice,
  discounts: discount,
  authorAccounts: statement,
  editions: edition,
  people: person,
} satisfies Record<string, Kind & Required<Pick<Kind, 'path' | 'look' | 'states'>>>

export type FoundState = NamesOf<(typeof searchedKinds)[keyof typeof searchedKinds]['states']>

/** What can be made, in the order of the menus. */
export const createdKinds = [
  story,
  newsletter,
  book,
  publication,
  discount,
  invoice,
  statement,
] as const

/** What is kept for some days when it is deleted, by its name in the addresses. */
export const deletedKinds = { story, draft, issue: newsletter, book, publication } satisfies Record<
  string,
  Kind
>
export type DeletedKind = keyof typeof deletedKinds

export type UndoKind = Extract<(typeof kinds)[number], { undo: string }>['undo']

/** What may need somebody, the most urgent first. */
const urgentKinds = [
  order,
  invoice,
  statement,
  newsletter,
  server,
  report,
  dataRequest,
  story,
  edition,
  request,
  review,
  book,
  setting,
] as const

export type TaskName = NamesOf<(typeof urgentKinds)[number]['tasks']>
/** The tasks of which a table says that they wait. */
export type WaitingName = Exclude<TaskName, 'checksFailed' | keyof typeof setting.tasks>

/** Every task, the most urgent first, with those who are told of it. */
export const taskKinds = Object.fromEntries(
  urgentKinds
    .flatMap(({ roles, tasks }) =>
      Object.entries<Task>(tasks).map(([name, task]) => [name, { roles, ...task }] as const),
    )
    .sort(([, one], [, other]) => Number(other.isFirst ?? false) - Number(one.isFirst ?? false)),
) as Record<TaskName, Task & Pick<Kind, 'roles'>>

type OwnTab = Extract<(typeof kinds)[number], { tabs: unknown }>['tabs'][number]
export type TabName = OwnTab['name']
export type BadgeName = Extract<OwnTab, { badge: unknown }>['badge']['name']

interface KindTab extends Tab {
  name: TabName
  roles: readonly Role[]
  badge?: { name: BadgeName; tasks: readonly WaitingName[] }
}

/** The pages that list kinds, in their order, with those who may open them. */
export const tabs = kinds.flatMap((kind): readonly KindTab[] =>
  'tabs' in kind ? kind.tabs.map((tab: OwnTab) => ({ roles: kind.roles, ...tab })) : [],
)

export const badges = tabs.flatMap(({ badge }) => (badge ? [badge] : []))

type Logged = Extract<(typeof kinds)[number], { activity: unknown }>
export type ActivityAction = NamesOf<Logged['activity']['labels']> | keyof typeof accountActivity

const loggedKinds = kinds.filter((kind): kind is Logged => 'activity' in kind)

/** The text of each line of the activity log; the subject follows where there is one. */
export const activityLabels = Object.fromEntries([
  ...Object.entries(accountActivity),
  ...loggedKinds.flatMap(({ activity }) => Object.entries(activity.labels)),
]) as Record<ActivityAction, string>

/** What a line of the activity log is about. */
export const kindOf = (
  action: ActivityAction,
): (Kind & Required<Pick<Kind, 'activity'>>) | undefined =>
  loggedKinds.find(({ activity }) => action in activity.labels)

/** The names of all, where each has its own. */
type NamesOf<Records> = Records extends unknown ? keyof Records : never
