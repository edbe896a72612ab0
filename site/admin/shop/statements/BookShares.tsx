import { useState } from 'react'
import * as z from 'zod/mini'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { pressSchema } from '#site/admin/lib/sign-in.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass, labelClass } from '#site/ui/forms/form-classes.ts'
import type { Account } from './account.ts'

interface Props {
  account: Account
  onSaved(account: Account): void
}

const found = 10
const searchAfterMs = 300
const lineClass = 'flex flex-wrap items-end gap-10 border-b border-line py-10 text-15'

/** Each book with its percentage, changed one by one; further books are found by words. */
export function BookShares({ account, onSaved }: Props) {
  const { shares } = account
  const [search, setSearch] = useState('')
  const settled = useSettled(search, searchAfterMs)
  const asked = { search: settled, pageSize: found }
  const books = useAdminCall(['books', 'of an account', settled], 'GET /admin/books', asked, {
    enabled: settled !== '',
  })
  const candidates = (books.data ?? []).filter(
    ({ id, partsCount }) => partsCount === 0 && !shares.some(({ bookId }) => bookId === id),
  )
  return (
    <>
      <p className="mb-12 text-15 text-ink-2">
        A change holds from the next sale on. The books of a bundle get their shares of its price.
      </p>
      {shares.length > 0 && (
        <ul className="border-t border-line">
          {shares.map(({ bookId, title, percent }) => (
            <ShareLine
              key={`${bookId} ${percent}`}
              account={account}
              book={{ id: bookId, title }}
              percent={percent}
              onSaved={onSaved}
            />
          ))}
        </ul>
      )}
      <div className="mt-16 grid gap-6">
        <label className={labelClass} htmlFor="share-search">
          Add a book
        </label>
        <input
          id="share-search"
          className={controlClass}
          type="search"
          autoComplete="off"
          placeholder="Title or author"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {books.error && <p className="py-12">The books could not be loaded.</p>}
      {settled !== '' && books.data && candidates.length === 0 && (
        <p className="py-12">No other book has these words.</p>
      )}
      <ul>
        {settled !== '' &&
          candidates.map(({ id, title }) => (
            <ShareLine
              key={id}
              account={account}
              book={{ id, title }}
              percent={undefined}
              onSaved={(changed) => {
                setSearch('')
                document.getElementById('share-search')?.focus()
                onSaved(changed)
              }}
            />
          ))}
      </ul>
    </>
  )
}

interface LineProps extends Props {
  book: { id: string; title: string }
  /** Undefined: it has none yet. */
  percent: number | undefined
}

const shareSchema = z.object({ percent: z.string().check(z.trim()) })

function ShareLine({ account, book, percent, onSaved }: LineProps) {
  const id = `share-${book.id}`
  const save = async (next: string | null) => {
    const asked = { id: account.id, bookId: book.id, percent: next }
    onSaved(await adminCall('PUT /admin/author-accounts/:id/shares/:bookId', asked))
    void showToast(adminMessages.shareChanged)
  }
  const { form, field, isBusy, problem } = useSubmit(shareSchema, (typed) => save(typed.percent), {
    id,
    blank: { percent: percent === undefined ? '' : String(percent) },
  })
  const end = useSubmit(pressSchema, () => save(null))
  const error = field('percent').error ?? problem ?? end.problem
  return (
    <li className={lineClass}>
      <p className="mr-auto min-w-0 flex-[1_1_180px] self-center font-semibold [overflow-wrap:anywhere]">
        {book.title}
      </p>
      <form {...form} className="flex flex-wrap items-end gap-10">
        <div className="grid gap-4">
          <label className="text-14" htmlFor={`${id}-percent`}>
            Percent<span className="sr-only"> of {book.title}</span>
          </label>
          <input
            {...field('percent').control}
            id={`${id}-percent`}
            className={`${controlClass} w-[100px]`}
            inputMode="decimal"
            autoComplete="off"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
          />
        </div>
        <button type="submit" className={outlineClass} aria-busy={isBusy || undefined}>
          {percent === undefined ? 'Add' : 'Save'}
          <span className="sr-only"> {book.title}</span>
        </button>
        {percent !== undefined && (
          <Button onClick={() => void end.submit()}>
            End<span className="sr-only"> the share of {book.title}</span>
          </Button>
        )}
      </form>
      {error && (
        <div className="w-full" role="alert">
          <FieldNote id={`${id}-note`} error={error} />
        </div>
      )}
    </li>
  )
}
