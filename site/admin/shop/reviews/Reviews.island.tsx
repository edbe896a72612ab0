import { review } from '#contract/kinds/review.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { reviewStates } from '#contract/states.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { EmptyList, NothingFound, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import { stateLabels } from './review-labels.ts'

const filters = [...reviewStates, 'all'] as const
type Shown = (typeof filters)[number]

const headings: Record<Shown, string> = {
  waiting: 'Reviews to approve',
  shown: 'Shown reviews',
  declined: 'Reviews not shown',
  all: 'All reviews',
}

/** Why an island? Reviews that wait are confidential: the calls need a token. */
export const Reviews = adminIsland(ReviewList)

/** What buyers wrote about the books, searched on the server. */
function ReviewList() {
  const params = useListParams(filters)
  const { status, change } = params
  const query = useListQuery('reviews', params, (asked) =>
    adminCallPage('GET /admin/reviews', { ...asked, pageSize: adminPageSize }),
  )
  const countsKey = [...statsQuery.queryKey, 'reviews']
  const counts = useAdminCall(countsKey, 'GET /admin/review-counts', {}).data
  return (
    <AdminList
      title={headings[status]}
      kind={review}
      params={params}
      query={query}
      searchLabel="Book, name, e-mail or words"
      choices={chipsOf(filters, stateLabels, counts)}
      groupOf={
        status === 'all'
          ? (review) => (review.status === 'waiting' ? 'To approve' : 'Decided')
          : undefined
      }
      empty={(of) => <NoReviews {...of} hasAny={(counts?.all ?? 0) > 0} change={change} />}
      row={(review) => <ReviewRow key={review.id} review={review} />}
    />
  )
}

interface NoReviewsProps {
  search: string
  status: Shown
  hasAny: boolean
  change: ListParams<Shown>['change']
}

function NoReviews({ search, status, hasAny, change }: NoReviewsProps) {
  if (search !== '') {
    return <NothingFound onShowAll={() => change({ search: '', status: 'all' })} />
  }
  if (!hasAny) {
    return (
      <NoneYet kind={review}>
        <Link look="button" href={staffPaths.books} label="See the books" />
      </NoneYet>
    )
  }
  return (
    <EmptyList
      isDone={status === 'waiting'}
      title={status === 'waiting' ? 'No reviews to approve' : 'No such reviews'}
      text={
        status === 'waiting'
          ? 'You have read them all.'
          : 'Reviews that you approve or decline stay under All.'
      }
    >
      <ShowAll onPress={() => change({ status: 'all' })} />
    </EmptyList>
  )
}
