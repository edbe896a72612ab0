import { formatCount, formatCounted, formatMoment, formatTime } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { badgeClasses, bylineClass, summaryClass } from '#site/admin/ui/classes.ts'
import { Pager } from '#site/admin/ui/lists/Pager.tsx'
import { type EditingSession, type Revision, toSessions } from './editing-sessions.ts'
import { type Pair, type Revised, revisionsPageSize } from './use-revisions.ts'

/** Labels of revisions that are not ordinary saves. */
const kindLabels: Record<Revision['kind'], string | undefined> = {
  saved: undefined,
  original: 'As it was sent in',
  restored: 'Restored',
  aside: 'Conflicting version',
}

interface Props {
  document: Revised
  items: Revision[]
  total: number
  page: number
  pair: Pair | null
  onCompare(pair: Pair): void
  onPage(page: number): void
}

const headId = 'saved-states'

/** All revisions by editing session, two of which are selected. */
export function RevisionList({
  document: shown,
  items,
  total,
  page,
  pair,
  onCompare,
  onPage,
}: Props) {
  const line = (revision: Revision) => (
    <Line revision={revision} document={shown} pair={pair} onCompare={onCompare} />
  )
  const { head, stored } = shown
  return (
    <section className="min-w-0" aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} className="border-b-2 border-ink pb-12 text-25/110">
        Revisions
      </h2>
      {pair && (
        <a
          className="mt-12 inline-flex min-h-44 items-center font-semibold min-[68.75em]:hidden"
          href="#comparison"
        >
          <span className="border-b-2 border-current">To the comparison</span>
        </a>
      )}
      {stored && stored.number !== head && (
        <Button className="mt-16" onClick={() => onCompare({ before: stored.number, after: head })}>
          Compare with {stored.label.toLowerCase()}
        </Button>
      )}
      <ol>
        {toSessions(items).map((session) => (
          <li key={session.newest.number} className="border-b border-line py-14">
            {line(session.newest)}
            {session.others.length > 0 && (
              <details>
                <summary className={`${summaryClass} text-15`}>{earlier(session)}</summary>
                <ol className="border-l-3 border-line pl-12">
                  {session.others.map((revision) => (
                    <li key={revision.number} className="py-8">
                      {line(revision)}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ol>
      <Pager
        page={page}
        pageSize={revisionsPageSize}
        total={total}
        things="saved states"
        onPage={(next) => {
          onPage(next)
          document.getElementById(headId)?.focus()
        }}
      />
    </section>
  )
}

function earlier({ others }: EditingSession): string {
  const since = formatTime(others.at(-1)?.savedAt ?? '')
  return others.length === 1
    ? `1 earlier save in this session, at ${since}`
    : `${formatCount(others.length)} earlier saves in this session, since ${since}`
}

function Line({
  revision: { number, kind, savedAt, savedByName, words },
  document: { head, stored },
  pair,
  onCompare,
}: { revision: Revision } & Pick<Props, 'document' | 'pair' | 'onCompare'>) {
  const side = sideOf(pair, number)
  const choose = (chosen: Side) => {
    if (chosen === side || !pair) return
    // Choosing the other side's revision swaps the two.
    if (chosen === 'before') onCompare({ before: number, after: side ? pair.before : pair.after })
    else onCompare({ before: side ? pair.after : pair.before, after: number })
  }
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-8">
      <div className="min-w-0">
        <time className="block font-semibold" dateTime={savedAt}>
          {formatMoment(savedAt)}
        </time>
        <p className={`${bylineClass} [overflow-wrap:anywhere]`}>
          {savedByName} · {formatCounted(words, 'word')}
        </p>
        <p className="flex flex-wrap gap-6">
          {number === head && <span className={badgeClasses.good}>Newest</span>}
          {kindLabels[kind] && <span className={badgeClasses.plain}>{kindLabels[kind]}</span>}
          {number === stored?.number && <span className={badgeClasses.plain}>{stored.label}</span>}
        </p>
      </div>
      {pair && (
        <Choices
          label={`Compare the state of ${formatMoment(savedAt)} by ${savedByName} as`}
          isCompact
          value={side ?? 'none'}
          choices={sides}
          onChoose={(chosen) => choose(chosen as Side)}
        />
      )}
    </div>
  )
}

type Side = keyof Pair
const sides: { value: Side | 'none'; label: string }[] = [
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
]

const sideOf = (pair: Pair | null, number: number): Side | undefined =>
  pair?.before === number ? 'before' : pair?.after === number ? 'after' : undefined
