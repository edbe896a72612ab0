import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatTime } from '#site/admin/lib/format.ts'
import { goodBadgeClass, plainBadgeClass } from '#site/admin/ui/classes.ts'
import { paths } from '#site/lib/paths.ts'
import type { Event } from './month-days.ts'

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

/** A story on its day, with the way to where it is edited or read. */
export function CalendarEntry({
  event: { id, title, authorName, kind, at, mayEdit },
}: {
  event: Event
}) {
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
