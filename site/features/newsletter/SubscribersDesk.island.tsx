import './subscribers-desk.css'
import { deskCallPage } from '#site/lib/desk/call.ts'
import { formatCount, formatMoment } from '#site/lib/desk/format.ts'
import { useListQuery } from '#site/lib/desk/use-list-query.ts'
import { useLoad } from '#site/lib/desk/use-load.ts'
import { DeskIcon } from '#site/ui/desk/DeskIcon.tsx'
import { DeskList, deskPageSize } from '#site/ui/desk/DeskList.tsx'
import { DownloadCsv } from '#site/ui/desk/DownloadCsv.tsx'
import { EmptyDesk } from '#site/ui/desk/EmptyDesk.tsx'

const states = ['all', 'confirmed', 'waiting'] as const
type Shown = (typeof states)[number]

/** Why an island? The addresses are the publisher's own: only their token opens them. */
export function SubscribersDesk() {
  const query = useListQuery(states)
  const { status, page } = query
  const loading = useLoad(query.key, async () => {
    const count = async (of: 'confirmed' | 'waiting') =>
      (await deskCallPage('GET /admin/newsletter', { status: of, pageSize: 1 })).total
    const [{ items, total }, confirmed, waiting] = await Promise.all([
      deskCallPage('GET /admin/newsletter', {
        page,
        pageSize: deskPageSize,
        ...(status !== 'all' && { status }),
      }),
      count('confirmed'),
      count('waiting'),
    ])
    // `status`: of what is shown, which may be older than what is asked for.
    return { items, total, confirmed, waiting, status }
  })
  // What is known from before may no longer be true.
  const known = loading.error === undefined ? loading.data : undefined
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))

  return (
    <>
      <dl className="subscriber-figures">
        <div>
          <dt>
            <DeskIcon name="checkCircle" />
            Confirmed
          </dt>
          <dd>{figure(known?.confirmed)}</dd>
        </div>
        <div>
          <dt>
            <DeskIcon name="clock" />
            Waiting
          </dt>
          <dd>{figure(known?.waiting)}</dd>
        </div>
      </dl>
      <DeskList
        title="Subscribers"
        things={['address', 'addresses']}
        query={query}
        loading={loading}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'confirmed', label: 'Confirmed' },
          { value: 'waiting', label: 'Waiting' },
        ]}
        action={loading.data?.confirmed !== 0 && <DownloadCsv path="/api/admin/newsletter.csv" />}
        empty={(of) => <EmptyDesk {...nobody[of.status]} />}
        row={({ email, confirmedAt, createdAt }) => (
          <li key={email} className="subscriber">
            <b>{email}</b>
            <span className={confirmedAt ? 'badge badge-published' : 'badge badge-draft'}>
              {confirmedAt ? 'Confirmed' : 'Waiting'}
            </span>
            <span className="desk-by">
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

const nobody: Record<Shown, { title: string; text: string }> = {
  all: {
    title: 'No subscribers yet',
    text: 'Whoever asks for the newsletter on the site appears here.',
  },
  confirmed: {
    title: 'Nobody has confirmed yet',
    text: 'Who asks for the newsletter gets a mail, and is on the list once they answer it.',
  },
  waiting: { title: 'Nobody waits', text: 'Everybody who asked has confirmed.' },
}
