import './subscribers-desk.css'
import { useState } from 'react'
import { lastPage, shown } from '#contract/limits.ts'
import { deskCallPage, downloadFromDesk } from '#site/lib/desk/call.ts'
import { formatCount, formatMoment } from '#site/lib/desk/format.ts'
import { say } from '#site/lib/desk/notice-later.ts'
import { useLoad } from '#site/lib/desk/use-load.ts'
import { useQuery } from '#site/lib/desk/use-query.ts'
import { Choices } from '#site/ui/desk/Choices.tsx'
import { DeskIcon } from '#site/ui/desk/DeskIcon.tsx'
import { DeskSkeleton } from '#site/ui/desk/DeskSkeleton.tsx'
import { EmptyDesk } from '#site/ui/desk/EmptyDesk.tsx'
import { Loaded } from '#site/ui/desk/Loaded.tsx'
import { Pager } from '#site/ui/desk/Pager.tsx'
import { deskNotices } from '#site/words/desk-notices.ts'

const pageSize = shown.books
const headId = 'subscriber-list'
const states = ['confirmed', 'waiting'] as const
type Shown = (typeof states)[number] | ''

/** Why an island? The addresses are the publisher's own: only their token opens them. */
export function SubscribersDesk() {
  const [query, change] = useQuery()
  const { status, page } = asked(query ?? {})
  const loading = useLoad(query && JSON.stringify({ status, page }), async () => {
    const count = async (of: 'confirmed' | 'waiting') =>
      (await deskCallPage('GET /admin/newsletter', { status: of, pageSize: 1 })).total
    const [{ items, total }, confirmed, waiting] = await Promise.all([
      deskCallPage('GET /admin/newsletter', { page, pageSize, ...(status && { status }) }),
      count('confirmed'),
      count('waiting'),
    ])
    return { items, total, confirmed, waiting }
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
      <section aria-labelledby={headId}>
        <div className="desk-head">
          <h2 id={headId} tabIndex={-1}>
            Subscribers
          </h2>
          {loading.data?.confirmed !== 0 && <Download />}
        </div>
        <div className="subscriber-tools">
          <Choices<Shown>
            label="Which subscribers"
            value={status}
            choices={[
              { value: '', label: 'All' },
              { value: 'confirmed', label: 'Confirmed' },
              { value: 'waiting', label: 'Waiting' },
            ]}
            onChoose={(value) => change({ status: value, page: '' })}
          />
        </div>
        <Loaded
          loading={loading}
          failed="The list could not be loaded."
          skeleton={<DeskSkeleton label="Loading the subscribers" rows={5} />}
        >
          {({ items, total }) => (
            <>
              <p className="visually-hidden" role="status">
                {formatCount(total)} {total === 1 ? 'address' : 'addresses'}
              </p>
              {items.length === 0 && <Nobody status={status} total={total} change={change} />}
              <ul>
                {items.map(({ email, confirmedAt, createdAt }) => (
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
                ))}
              </ul>
              {items.length > 0 && (
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  things="addresses"
                  onPage={(next) => {
                    change({ page: String(next) })
                    document.getElementById(headId)?.focus()
                  }}
                />
              )}
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

/** What the page's query asks for; what makes no sense is left out. */
function asked(query: Record<string, string>): { status: Shown; page: number } {
  const page = Number.parseInt(query['page'] ?? '', 10)
  return {
    status: states.find((state) => state === query['status']) ?? '',
    page: page >= 1 && page <= lastPage ? page : 1,
  }
}

function Download() {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async () => {
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await downloadFromDesk('/api/admin/newsletter.csv')
      void say(deskNotices.listDownloaded)
    } catch (error) {
      console.warn(error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="subscriber-download">
      <button type="button" className="btn" aria-busy={isBusy || undefined} onClick={download}>
        <DeskIcon name="download" />
        {isBusy ? 'Downloading...' : 'Download CSV'}
      </button>
      <p role="alert">
        {hasFailed && 'The list could not be downloaded. Please press the button again.'}
      </p>
    </div>
  )
}

function Nobody({
  status,
  total,
  change,
}: {
  status: Shown
  total: number
  change(fields: Record<string, string>): void
}) {
  if (total > 0) {
    return (
      <EmptyDesk title="Nothing on this page" text="The list has become shorter meanwhile.">
        <button type="button" className="btn btn-outline" onClick={() => change({ page: '' })}>
          To the first page
        </button>
      </EmptyDesk>
    )
  }
  if (status === 'waiting') {
    return <EmptyDesk title="Nobody waits" text="Everybody who asked has confirmed." />
  }
  if (status === 'confirmed') {
    return (
      <EmptyDesk
        title="Nobody has confirmed yet"
        text="Who asks for the newsletter gets a mail, and is on the list once they answer it."
      />
    )
  }
  return (
    <EmptyDesk
      title="No subscribers yet"
      text="Whoever asks for the newsletter on the site appears here."
    />
  )
}
