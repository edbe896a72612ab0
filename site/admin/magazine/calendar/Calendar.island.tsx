import { type ReactNode, useRef } from 'react'
import { dayOf } from '#contract/days.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatFullMonth, formatTime, formatWeekday } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { addressOf, useListParams } from '#site/admin/lib/use-list-params.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { goodBadgeClass, outlineClass, plainBadgeClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { paths } from '#site/lib/paths.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { Event } from './month-days.ts'
import { type Day, daysBefore, daysOf, monthAfter, monthOf } from './month-days.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** How many stories a day shows before the rest is opened. */
const mostShown = 6

/** Why an island? Planned stories are confidential: the calls need a token. */
export const Calendar = adminIsland(CalendarMonth)

/** One month: a grid of its days where there is room, else a list of the days with stories. */
function CalendarMonth() {
  const { params, isKnown, change } = useListParams(['all'])
  const month = monthOf(params['month'])
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useAdminQuery({
    queryKey: ['calendar', month],
    enabled: isKnown,
    queryFn: async () => ({ month, events: await adminCall('GET /admin/calendar', { month }) }),
  })
  const link = (next: string | undefined, name: ReactNode) =>
    next && (
      <a
        className={outlineClass}
        href={addressOf({ month: next })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          change({ month: next })
          heading.current?.focus()
        }}
      >
        {name}
      </a>
    )
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="month">
      <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-16 border-b-2 border-ink pb-16">
        <h2
          id="month"
          ref={heading}
          tabIndex={-1}
          className="text-25/110 tracking-close md:text-38"
        >
          {isKnown ? formatFullMonth(month) : 'This month'}
        </h2>
        {isKnown && (
          <nav className="flex flex-wrap gap-10" aria-label="Months">
            {link(
              monthAfter(month, -1),
              <>
                <Icon name="arrowLeft" size={18} />
                <span>
                  Previous<span className="max-sm:sr-only"> month</span>
                </span>
              </>,
            )}
            {link(
              monthAfter(month, 1),
              <>
                <span>
                  Next<span className="max-sm:sr-only"> month</span>
                </span>
                <Icon name="arrowRight" size={18} />
              </>,
            )}
          </nav>
        )}
      </div>
      <Loaded
        query={query}
        failed="The calendar could not be loaded."
        skeleton={<AdminSkeleton label="Loading the calendar" />}
      >
        {(shown) => <Days month={shown.month} days={daysOf(shown.month, shown.events)} />}
      </Loaded>
    </section>
  )
}

function Days({ month, days }: { month: string; days: Day[] }) {
  const today = dayOf(new Date())
  const before = daysBefore(month)
  /** Completes the last week. */
  const daysAfter = (7 - ((before + days.length) % 7)) % 7
  const isEmpty = days.every(({ events }) => events.length === 0)
  return (
    <>
      {isEmpty && (
        <EmptyList
          title="Nothing in this month"
          text="Stories stand here on the day on which they are published, go live or leave, and on which they were sent for review."
        />
      )}
      {/* Headings give screen readers the days with stories; empty days are visual only. */}
      <div
        className="hidden grid-cols-7 border-b border-line text-14 font-semibold lg:grid"
        aria-hidden="true"
      >
        {weekdays.map((name) => (
          <span key={name} className="px-8 py-10">
            {name}
          </span>
        ))}
      </div>
      <ol className="lg:grid lg:grid-cols-7 lg:border-l lg:border-line">
        {weekdays.slice(0, before).map((name) => (
          <li key={name} className={emptyClass} aria-hidden="true" />
        ))}
        {days.map((day) =>
          day.events.length === 0 && day.day !== today ? (
            <li key={day.day} className={emptyClass} aria-hidden="true">
              <DayNumber day={day.day} isToday={false} />
            </li>
          ) : (
            <FullDay key={day.day} {...day} isToday={day.day === today} />
          ),
        )}
        {weekdays.slice(0, daysAfter).map((name) => (
          <li key={name} className={emptyClass} aria-hidden="true" />
        ))}
      </ol>
    </>
  )
}

const cellClass = 'min-w-0 border-b border-line lg:min-h-[112px] lg:border-r lg:p-8'
const emptyClass = `hidden lg:block ${cellClass}`

function FullDay({ day, events, isToday }: Day & { isToday: boolean }) {
  const rest = events.slice(mostShown)
  return (
    <li className={`${cellClass} max-lg:py-14`} aria-current={isToday ? 'date' : undefined}>
      <h3 className="text-19/120 lg:sr-only">
        {formatWeekday(day)}
        {isToday && ' (today)'}
      </h3>
      <span className="max-lg:hidden" aria-hidden="true">
        <DayNumber day={day} isToday={isToday} />
      </span>
      {events.length === 0 && (
        <p className="py-8 text-15 text-ink-2 lg:sr-only">Nothing on this day.</p>
      )}
      <ul>
        {events.slice(0, mostShown).map((event) => (
          <CalendarEntry key={event.kind + event.id} event={event} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary className="min-h-44 w-fit cursor-pointer py-11 text-14 font-semibold">
            {rest.length} more
          </summary>
          <ul>
            {rest.map((event) => (
              <CalendarEntry key={event.kind + event.id} event={event} />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function DayNumber({ day, isToday }: { day: string; isToday: boolean }) {
  const number = Number(day.slice(-2))
  return isToday ? (
    <b className="rounded-2 bg-ink px-6 py-1 text-14 text-paper">{number} · Today</b>
  ) : (
    <span className="text-14 text-ink-2">{number}</span>
  )
}

const kindLabels: Record<Event['kind'], string> = {
  published: 'Published',
  planned: 'Goes live',
  leaves: 'Leaves the site',
  waits: 'Waits for review',
}
const kindClasses: Record<Event['kind'], string> = {
  published: goodBadgeClass,
  planned: 'badge bg-blue text-on-blue',
  leaves: plainBadgeClass,
  waits: 'badge bg-gold text-on-gold',
}

/** A story on its day, with the link to edit or read it. */
function CalendarEntry({ event: { id, title, authorName, kind, at, mayEdit } }: { event: Event }) {
  const path = mayEdit ? adminPaths.editStory(id) : kind === 'published' && paths.story(id)
  const name = title || 'Untitled'
  return (
    <li className="py-8 text-15 [overflow-wrap:anywhere] lg:text-14">
      <p className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <time dateTime={at}>{formatTime(at)}</time>
        <span className={kindClasses[kind]}>{kindLabels[kind]}</span>
      </p>
      {path ? (
        <a
          className="inline-block py-10 font-semibold text-link lg:py-6 underline underline-offset-3"
          href={path}
        >
          {name}
        </a>
      ) : (
        <p className="py-6 font-semibold">{name}</p>
      )}
      <p className="text-14 text-ink-2">{authorName}</p>
    </li>
  )
}
