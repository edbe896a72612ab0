import { type ReactNode, useRef, useState } from 'react'
import { dayOf } from '#contract/dates.ts'
import { formatMonth } from '#contract/days.ts'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatTime, formatWeekday } from '#site/admin/lib/format.ts'
import { addressOf, useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { badgeClasses, outlineClass, skeletonClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { Event } from './month-days.ts'
import { type Day, daysBefore, daysOf, monthAfter, monthOf } from './month-days.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** How many stories a day shows before the rest is opened. */
const mostShown = 6

/** Why an island? Planned stories are confidential: the calls need a token. */
export const Calendar = adminIsland(CalendarMonth)

/** One month: a grid of its days, on a phone with the stories of the one that is chosen. */
function CalendarMonth() {
  const { params, isKnown, change } = useListParams(['all'])
  const month = monthOf(params['month'])
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useAdminQuery({
    queryKey: ['calendar', month],
    enabled: isKnown,
    keptAs: month === monthOf(undefined) ? 'calendar' : undefined,
    queryFn: async () => ({ month, events: await adminCall('GET /admin/calendar', { month }) }),
  })
  const link = (next: string | undefined, name: ReactNode) =>
    next && (
      <a
        className={`${outlineClass} max-sm:!px-12`}
        href={addressOf({ month: next })}
        onClick={withoutKeys(() => {
          change({ month: next })
          heading.current?.focus()
        })}
      >
        {name}
      </a>
    )
  return (
    <section aria-labelledby="month">
      <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-16 border-b-2 border-ink pb-16">
        <h2
          id="month"
          ref={heading}
          tabIndex={-1}
          className="text-25/110 tracking-close md:text-38"
        >
          {isKnown ? formatMonth(month) : 'This month'}
        </h2>
        {isKnown && (
          <nav className="flex flex-wrap gap-10" aria-label="Months">
            {link(
              monthAfter(month, -1),
              <>
                <Icon name="arrowLeft" size={18} />
                <span className="max-sm:sr-only">Previous month</span>
              </>,
            )}
            {link(
              monthAfter(month, 1),
              <>
                <span className="max-sm:sr-only">Next month</span>
                <Icon name="arrowRight" size={18} />
              </>,
            )}
          </nav>
        )}
      </div>
      <Loaded query={query} failed="The calendar could not be loaded." skeleton={<Skeleton />}>
        {(shown) => (
          <Days key={shown.month} month={shown.month} days={daysOf(shown.month, shown.events)} />
        )}
      </Loaded>
    </section>
  )
}

/** Five weeks. */
function Skeleton() {
  return (
    <div
      data-admin-skeleton
      role="status"
      aria-label="Loading the calendar"
      className="grid grid-cols-7 gap-4 pt-12 lg:pt-44"
    >
      {Array.from({ length: 35 }, (_, index) => (
        <div key={String(index)} className={`h-44 lg:h-108 ${skeletonClass}`} />
      ))}
    </div>
  )
}

function Days({ month, days }: { month: string; days: Day[] }) {
  const today = dayOf(new Date())
  const before = daysBefore(month)
  /** Completes the last week. */
  const daysAfter = (7 - ((before + days.length) % 7)) % 7
  const isEmpty = days.every(({ events }) => events.length === 0)
  const [chosen, choose] = useState(
    () => (days.find(({ day }) => day === today) ?? days.find(hasEvents) ?? days[0])?.day,
  )
  const open = days.find(({ day }) => day === chosen)
  return (
    <>
      {isEmpty && (
        <EmptyList
          title="Nothing in this month"
          text="Stories stand here on the day on which they are published, scheduled or unpublished, and on which they were sent for review."
        />
      )}
      <div className="lg:hidden">
        <div className="grid grid-cols-7 pt-12 text-center text-13 text-ink-2" aria-hidden="true">
          {weekdays.map((name) => (
            <span key={name}>{name.slice(0, 2)}</span>
          ))}
        </div>
        <ol className="mb-16 grid grid-cols-7 border-b-2 border-ink pb-12">
          {days.map((day, index) => (
            <li key={day.day} style={index === 0 ? { gridColumnStart: before + 1 } : undefined}>
              <DayButton
                {...day}
                isToday={day.day === today}
                isChosen={day.day === chosen}
                onChoose={() => choose(day.day)}
              />
            </li>
          ))}
        </ol>
        {open && (
          <ul aria-live="polite">
            <FullDay {...open} isToday={open.day === today} />
          </ul>
        )}
      </div>
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
      <ol className="hidden grid-cols-7 border-l border-line lg:grid">
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

const hasEvents = ({ events }: Day) => events.length > 0

interface DayButtonProps extends Day {
  isToday: boolean
  isChosen: boolean
  onChoose(): void
}

/** A day of a phone's month: its number, and a square for each kind of story on it. */
function DayButton({ day, events, isToday, isChosen, onChoose }: DayButtonProps) {
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const stories = events.length === 1 ? '1 story' : `${events.length} stories`
  return (
    <button
      type="button"
      className="grid min-h-48 w-full content-center justify-items-center gap-4 rounded-2 text-15 aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-paper"
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${formatWeekday(day)}${isToday ? ' (today)' : ''}, ${events.length === 0 ? 'no stories' : stories}`}
      onClick={onChoose}
    >
      <span className={isToday ? 'font-semibold underline decoration-2 underline-offset-4' : ''}>
        {Number(day.slice(-2))}
      </span>
      <span className="flex min-h-6 gap-3">
        {kinds.map((kind) => (
          <i key={kind} className={`size-6 ${dotClasses[kind]}`} />
        ))}
      </span>
    </button>
  )
}

const dotClasses: Record<Event['kind'], string> = {
  published: 'bg-ok',
  planned: 'bg-link',
  leaves: 'bg-line-2',
  waits: 'bg-sunrise',
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
  planned: 'Publishes',
  leaves: 'Unpublishes',
  waits: 'To review',
}
const kindClasses: Record<Event['kind'], string> = {
  published: badgeClasses.good,
  planned: badgeClasses.planned,
  leaves: badgeClasses.plain,
  waits: badgeClasses.wait,
}

function CalendarEntry({ event: { id, title, authorName, kind, at, mayEdit } }: { event: Event }) {
  const path = mayEdit ? staffPaths.editStory(id) : kind === 'published' && paths.story(id)
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
