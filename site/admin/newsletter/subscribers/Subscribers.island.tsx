import { subscriber } from '#contract/kinds/subscriber.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { badgeClasses, bylineClass, statNameClass } from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { ConsentRecord } from './ConsentRecord.tsx'

const states = ['all', 'confirmed', 'waiting'] as const
type Shown = (typeof states)[number]

/** Why an island? The addresses are confidential: the calls need a token. */
export const Subscribers = adminIsland(() => (
  <>
    <SubscriberList />
    <ConsentRecord />
  </>
))

const countOf = async (status: 'confirmed' | 'waiting') =>
  (await adminCallPage('GET /admin/newsletter', { status, pageSize: 1 })).total

function SubscriberList() {
  const params = useListParams(states)
  const { status, page, isKnown } = params
  const query = useAdminQuery({
    queryKey: ['subscribers', { status, page }],
    enabled: isKnown,
    keptAs: page === 1 ? `subscribers.${status}` : undefined,
    queryFn: async () => {
      const [{ items, total }, confirmed, waiting] = await Promise.all([
        adminCallPage('GET /admin/newsletter', {
          page,
          pageSize: adminPageSize,
          ...(status !== 'all' && { status }),
        }),
        countOf('confirmed'),
        countOf('waiting'),
      ])
      // `status` is that of the data, which may be older than the one requested.
      return { items, total, confirmed, waiting, status }
    },
  })
  // After an error the earlier counts may be wrong.
  const known = query.error === undefined ? query.data : undefined
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))

  return (
    <>
      <dl className="mb-28 mt-24 grid grid-cols-[1fr_1fr] border-1.5 border-ink bg-surface md:max-w-[640px]">
        <div className="p-16 md:p-24">
          <dt className={`${statNameClass} text-15`}>
            <Icon shape={adminIcons.checkCircle} />
            Confirmed
          </dt>
          <dd className="mt-12 font-display text-34/110 font-heavy md:text-48">
            {figure(known?.confirmed)}
          </dd>
        </div>
        <div className="border-l-1.5 border-ink p-16 md:p-24">
          <dt className={`${statNameClass} text-15`}>
            <Icon name="clock" />
            Pending
          </dt>
          <dd className="mt-12 font-display text-34/110 font-heavy md:text-48">
            {figure(known?.waiting)}
          </dd>
        </div>
      </dl>
      <Link href={staffPaths.importSubscribers} label="Bring readers from elsewhere" />
      <AdminList
        kind={subscriber}
        params={params}
        query={query}
        choices={[
          { value: 'all', label: 'All', count: known && known.confirmed + known.waiting },
          { value: 'confirmed', label: 'Confirmed', count: known?.confirmed },
          { value: 'waiting', label: 'Pending', count: known?.waiting },
        ]}
        action={query.data?.confirmed !== 0 && <DownloadFile path="/api/admin/newsletter.csv" />}
        empty={(of) =>
          of.status === 'all' ? <NoSubscribers /> : <EmptyList {...emptyLists[of.status]} />
        }
        row={({ email, confirmedAt, createdAt }) => (
          <li
            key={email}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-16 gap-y-4 border-b border-line py-14 md:grid-cols-[minmax(0,1fr)_auto_260px]"
          >
            <b className="font-semibold [overflow-wrap:anywhere]">{email}</b>
            <span className={confirmedAt ? badgeClasses.good : badgeClasses.plain}>
              {confirmedAt ? 'Confirmed' : 'Pending'}
            </span>
            <span className={`${bylineClass} col-span-full md:col-auto md:text-right`}>
              {confirmedAt
                ? `Confirmed ${formatMoment(confirmedAt)}`
                : `Asked ${formatMoment(createdAt)}`}
            </span>
          </li>
        )}
      />
    </>
  )
}

function NoSubscribers() {
  return (
    <NoneYet kind={subscriber}>
      <Link look="button" href={staffPaths.newIssue} label="Write a newsletter" />
    </NoneYet>
  )
}

const emptyLists: Record<
  Exclude<Shown, 'all'>,
  { title: string; text: string; isDone?: boolean }
> = {
  confirmed: {
    title: 'Nobody has confirmed yet',
    text: 'Who asks for the newsletter gets a mail, and is on the list once they answer it.',
  },
  waiting: {
    title: 'No pending subscribers',
    text: 'Everybody who asked has confirmed.',
    isDone: true,
  },
}
