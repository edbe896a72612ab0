import { formatCount, formatWeekday } from '#site/admin/lib/format.ts'
import { addressOf } from '#site/admin/lib/lists/use-list-params.ts'
import { summaryClass } from '#site/admin/ui/classes.ts'
import type { Stats } from './stat-words.ts'

interface Props {
  published: Stats['published']
  /** Those of the address, which each story is added to. */
  params: Record<string, string>
}

/** The newest stories of the period, with their reads in it: yesterday's story is the first of them. */
export function Published({ published, params }: Props) {
  if (published.length === 0) return null
  return (
    <details className="border-b border-line">
      <summary className={summaryClass}>New stories</summary>
      <ol className="pb-8">
        {published.map(({ id, title, day, reads }) => (
          <li key={id} className="border-t border-line">
            <a
              className="flex min-h-44 items-center justify-between gap-12 py-8 underline-offset-3 hover:underline"
              href={addressOf({ ...params, story: id })}
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {title}
                <span className="block text-14 text-ink-2">{formatWeekday(day)}</span>
              </span>
              <b className="flex-none font-semibold [font-variant-numeric:tabular-nums]">
                {formatCount(reads)}{' '}
                <span className="text-14 font-normal text-ink-2">
                  {reads === 1 ? 'read' : 'reads'}
                </span>
              </b>
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}
