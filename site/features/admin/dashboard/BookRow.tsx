import { useEffect, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall } from '#site/lib/admin/call.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { useLive } from '#site/lib/admin/use-live.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { Cover } from '#site/ui/admin/Cover.tsx'
import { LiveMark } from '#site/ui/admin/LiveMark.tsx'

export type AdminBook = OutputOf<'GET /admin/books'>[number]

/** The ids of what takes the focus when something else has gone. */
export const editId = (id: string) => `edit-${id}`
export const deleteId = (id: string) => `delete-${id}`

interface Props {
  book: AdminBook
  /** Given the book as the server has it now. */
  onChanged(book: AdminBook): void
  /** It is not there any more. */
  onGone(book: AdminBook): void
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
      onChanged(await adminCall('PATCH /admin/books/:id/publish', wanted))
      live.watch()
      void showToast(adminMessages.statusUpdated)
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) onGone(book)
      else console.warn(error)
      void showToast(isGone ? adminMessages.bookGone : adminMessages.updateFailed)
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
              <AdminIcon name="file" size={16} />
              No PDF yet
            </span>
          )}
          <LiveMark state={live.state} isGoing={!isPublished} />
        </div>
      </div>
      <div className="desk-actions">
        <a id={editId(id)} className="btn btn-outline" href={adminPaths.book(id)}>
          <AdminIcon name="pencil" size={18} />
          <span>Edit{which}</span>
        </a>
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isBusy || undefined}
          onClick={publish}
        >
          <AdminIcon name={isPublished ? 'eyeOff' : 'eye'} size={18} />
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
          <AdminIcon name="trash" size={18} />
          <span>Delete{which}</span>
        </button>
      </div>
    </li>
  )
}
