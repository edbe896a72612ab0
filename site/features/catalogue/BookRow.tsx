import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { Refusal } from '#contract/refusal.ts'
import { deskCall } from '#site/lib/desk/call.ts'
import { deskPaths } from '#site/lib/desk/desk-paths.ts'
import { say } from '#site/lib/desk/notice-later.ts'
import { useLive } from '#site/lib/desk/use-live.ts'
import { Cover } from '#site/ui/desk/Cover.tsx'
import { DeskIcon } from '#site/ui/desk/DeskIcon.tsx'
import { LiveMark } from '#site/ui/desk/LiveMark.tsx'
import { deskNotices } from '#site/words/desk-notices.ts'

export type DeskBook = OutputOf<'GET /admin/books'>[number]

/** The ids of what takes the focus when something else has gone. */
export const editId = (id: string) => `edit-${id}`
export const deleteId = (id: string) => `delete-${id}`

interface Props {
  book: DeskBook
  /** Given the book as the server has it now. */
  onChanged(book: DeskBook): void
  /** It is not there any more. */
  onGone(book: DeskBook): void
  onDelete(): void
  /** The site was built with the change, or could not be. */
  onBuilt(): void
}

/** One book of the list, with all that can be done with it. */
export function BookRow({ book, onChanged, onGone, onDelete, onBuilt }: Props) {
  const { id, title, authorName, isPublished, price, pdf } = book
  const [isBusy, setBusy] = useState(false)
  const live = useLive()
  useEffect(() => {
    if (live.state === 'live' || live.state === 'failed') onBuilt()
  }, [live.state, onBuilt])

  const publish = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const wanted = { id, isPublished: !isPublished }
      onChanged(await deskCall('PATCH /admin/books/:id/publish', wanted))
      live.watch()
      void say(deskNotices.statusUpdated)
    } catch (error) {
      const isGone = error instanceof Refusal && error.status === 404
      if (isGone) onGone(book)
      else console.warn(error)
      void say(isGone ? deskNotices.bookGone : deskNotices.updateFailed)
    } finally {
      setBusy(false)
    }
  }

  const which = <span className="visually-hidden">: {title}</span>
  return (
    <li className="desk-row book-row">
      <Cover book={book} />
      <div className="book-about">
        <h3>{title}</h3>
        <p className="desk-by">by {authorName}</p>
        <div className="desk-facts">
          <span className={isPublished ? 'badge badge-published' : 'badge badge-draft'}>
            {isPublished ? 'Published' : 'Draft'}
          </span>
          <b className="book-price">{formatNaira(price)}</b>
          {!pdf && (
            <span className="book-no-pdf">
              <DeskIcon name="file" size={16} />
              No PDF yet
            </span>
          )}
          <LiveMark state={live.state} isGoing={!isPublished} />
        </div>
      </div>
      <div className="desk-actions">
        <a id={editId(id)} className="btn btn-outline" href={deskPaths.book(id)}>
          <DeskIcon name="pencil" size={18} />
          <span>Edit{which}</span>
        </a>
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isBusy || undefined}
          onClick={publish}
        >
          <DeskIcon name={isPublished ? 'eyeOff' : 'eye'} size={18} />
          <span>
            {isPublished ? 'Unpublish' : 'Publish'}
            {which}
          </span>
        </button>
        <button
          id={deleteId(id)}
          type="button"
          className="btn btn-outline btn-outline-danger"
          onClick={onDelete}
        >
          <DeskIcon name="trash" size={18} />
          <span>Delete{which}</span>
        </button>
      </div>
    </li>
  )
}
