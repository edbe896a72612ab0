import type { OutputOf } from '#contract/endpoints/contract.ts'
import { publication as kind } from '#contract/kinds/publication.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { Cover } from '#site/admin/ui/Cover.tsx'
import { badgeClasses, bylineClass, factsClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { sizeAndCost } from '#site/lib/pages/data-cost.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

export type OnePublication = OutputOf<'GET /admin/publications/:id'>
export type AdminPublication = OutputOf<'GET /admin/publications'>[number]
export type Move = -1 | 1

/** What the server knows of the pages. */
export interface Shown {
  /** The drawings of the folders, by the publication's id. */
  covers: Record<string, string>
  prices: Settings['prices']
}

export const rowId = (id: string) => `publication-${id}`
export const moveId = ({ id, by }: { id: string; by: Move }) => `move-${by}-${id}`

const stateClasses = {
  published: badgeClasses.good,
  draft: badgeClasses.wait,
  retired: badgeClasses.plain,
} as const

export function PublicationBadges({ state, isFile }: Pick<AdminPublication, 'state' | 'isFile'>) {
  return (
    <>
      <span className={stateClasses[state]}>{kind.states[state]}</span>
      {isFile && <span className={badgeClasses.plain}>File on the server</span>}
    </>
  )
}

/** "18 pages, 1.4 MB, about ₦0.79 of data". */
export const factsOf = (
  { pages, pdfBytes }: Pick<AdminPublication, 'pages' | 'pdfBytes'>,
  { prices }: Shown,
) =>
  pdfBytes > 0 ? `${formatCounted(pages, 'page')}, ${sizeAndCost(pdfBytes, prices)}` : 'No PDF yet'

type CoverProps = { publication: Omit<AdminPublication, 'hasText' | 'revision'>; shown: Shown }

/** Its cover as readers see it; a folder's without its words. */
export const PublicationCover = ({ publication, shown }: CoverProps) => (
  <Cover
    book={{
      ...publication,
      authorName: publication.author,
      coverImageUrl: shown.covers[publication.id] ?? publication.coverImageUrl,
    }}
  />
)

const gridClass =
  'relative grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-16 border-b border-line py-14'
const arrowClass =
  'relative z-[1] inline-flex size-44 items-center justify-center aria-disabled:opacity-40'

interface Props {
  publication: AdminPublication
  shown: Shown
  isFirst: boolean
  isLast: boolean
  onOpen(): void
  onMove(by: Move): void
}

/** A publication in the list: its page, and arrows for its place. */
export function PublicationRow({ publication, shown, isFirst, isLast, onOpen, onMove }: Props) {
  const { id, title } = publication
  const arrow = (by: Move, isEnd: boolean) => (
    <button
      id={moveId({ id, by })}
      type="button"
      className={arrowClass}
      aria-disabled={isEnd || undefined}
      onClick={() => isEnd || onMove(by)}
    >
      <Icon shape={by < 0 ? adminIcons.arrowUp : adminIcons.arrowDown} size={20} />
      <span className="sr-only">
        Move {title} {by < 0 ? 'up' : 'down'}
      </span>
    </button>
  )
  return (
    <li className={gridClass}>
      <PublicationCover publication={publication} shown={shown} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="text-19/120">
          <a
            id={rowId(id)}
            className="after:absolute after:inset-0"
            href={staffPaths.publication(id)}
            onClick={withoutKeys(onOpen)}
          >
            {title}
          </a>
        </h3>
        <p className={bylineClass}>{factsOf(publication, shown)}</p>
        <p className={factsClass}>
          <PublicationBadges {...publication} />
        </p>
      </div>
      <div className="grid">
        {arrow(-1, isFirst)}
        {arrow(1, isLast)}
      </div>
    </li>
  )
}
