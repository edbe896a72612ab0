import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Undo } from '#contract/undo.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { Cover } from '#site/admin/ui/Cover.tsx'
import {
  badgeClasses,
  bylineClass,
  factsClass,
  priceClass,
  rowTitleClass,
  selectRowClass,
} from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { SelectBox } from '#site/admin/ui/lists/SelectBox.tsx'
import { bundleOf } from '#site/lib/pages/bundle-of.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'

export type AdminBook = OutputOf<'GET /admin/books'>[number]

/** Ids of elements that take the focus when another has gone. */
export const editId = (id: string) => `edit-${id}`
export const deleteId = (id: string) => `delete-${id}`

const gridClass =
  'grid flex-1 grid-cols-[64px_minmax(0,1fr)] gap-x-16 gap-y-12 ' +
  'md:grid-cols-[64px_minmax(0,1fr)_auto] md:items-center md:gap-x-24'
const rowActionsClass =
  'col-span-full grid grid-cols-[90fr_123fr_99fr] gap-8 md:col-auto md:grid-cols-[88px_142px_108px] md:gap-10'
const rowActionClass = 'btn btn-outline min-h-44 gap-8 px-4 text-15'

/** Why it cannot be bought even when it is published. */
function missingOf({ pdf, partsCount, partsWithdrawn, partsWithoutPdf }: AdminBook) {
  if (partsCount === 0) return pdf ? undefined : 'No PDF yet'
  if (partsWithdrawn > 0) {
    return partsWithdrawn === 1
      ? 'A part is not published'
      : `${partsWithdrawn} parts are not published`
  }
  return partsWithoutPdf > 0 ? 'No PDF yet of a part' : undefined
}

interface Props {
  book: AdminBook
  selection: Selection
  isDeleting: boolean
  /** It has just come from another group, with the focus. */
  hasMoved: boolean
  /** The state of its last change, where readers do not see that yet. */
  release: ReleaseState | undefined
  /** It belongs to another group. */
  onMoved(book: AdminBook, undo: Undo | undefined): void
  onGone(book: AdminBook): void
  onDelete(): void
}

export function BookRow(props: Props) {
  const { book, selection, isDeleting, hasMoved, release, onMoved, onGone, onDelete } = props
  const { id, title, authorName, isPublished, price, partsCount } = book
  const toggle = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where it arrives.
  useEffect(() => {
    // Unless somebody has gone on elsewhere: the button that was pressed is gone, and so is the toast's that undid it.
    const { activeElement, body } = document
    const isLost = activeElement === body || activeElement?.closest('.toast')
    if (hasMoved && isLost) toggle.current?.focus()
  }, [])
  const publish = useMutation({
    mutationFn: () =>
      callWithUndo('PATCH /admin/books/:id/publish', { id, isPublished: !isPublished }),
    onSuccess({ answer, undo }) {
      const group = answer.isPublished ? 'published' : 'unpublished'
      onMoved({ ...book, ...answer, group }, undo)
    },
    onError(error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) onGone(book)
      void showToast(isGone ? adminMessages.bookGone : adminMessages.updateFailed)
    },
  })

  const missing = missingOf(book)
  const which = <span className="sr-only">: {title}</span>
  return (
    <li
      className={`${selectRowClass} py-18 ${selection.has(id) ? 'before:bg-sunk' : ''}`}
      {...selection.rowProps(id)}
    >
      <SelectBox id={id} name={title} selection={selection} />
      <div className={gridClass}>
        <Cover book={book} />
        <div className="self-center [overflow-wrap:anywhere]">
          <h3 className={rowTitleClass}>{title}</h3>
          <p className={bylineClass}>by {authorName}</p>
          <div className={factsClass}>
            <span className={isPublished ? badgeClasses.good : badgeClasses.plain}>
              {isPublished ? 'Published' : 'Draft'}
            </span>
            <b className={priceClass}>{formatNaira(price)}</b>
            {partsCount > 0 && <span className="text-ink-2">{bundleOf(partsCount)}</span>}
            {missing && (
              <span className="inline-flex items-center gap-4 text-ink-2">
                <Icon shape={adminIcons.file} size={16} />
                {missing}
              </span>
            )}
            <ReleaseStatus state={release} isRemoval={!isPublished} />
          </div>
        </div>
        <div
          className={`${rowActionsClass} ${selection.isSelecting ? 'max-md:hidden md:invisible' : ''}`}
        >
          <a id={editId(id)} className={rowActionClass} href={staffPaths.book(id)}>
            <Icon name="pencil" size={18} />
            <span>Edit{which}</span>
          </a>
          <button
            ref={toggle}
            type="button"
            className={rowActionClass}
            aria-busy={publish.isPending || undefined}
            onClick={() => publish.isPending || publish.mutate()}
          >
            <Icon shape={isPublished ? adminIcons.eyeOff : icons.eye} size={18} />
            <span>
              {isPublished ? 'Unpublish' : 'Publish'}
              {which}
            </span>
          </button>
          <button
            id={deleteId(id)}
            type="button"
            className={`${rowActionClass} !text-danger`}
            aria-busy={isDeleting || undefined}
            onClick={onDelete}
          >
            <Icon shape={adminIcons.trash} size={18} />
            <span>Delete{which}</span>
          </button>
        </div>
      </div>
    </li>
  )
}
