import { useEffect, useRef, useState } from 'react'
import { bundleParts } from '#contract/form-limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { controlClass, fieldClass, labelClass, optionalClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  /** Undefined until it exists. */
  bundleId: string | undefined
  /** As they are stored. */
  known: AdminBook['parts']
  /** Ids, in their order. */
  chosen: readonly string[]
  error: string | undefined
  isDisabled: boolean
  onChoose(parts: string[]): void
}

const found = 10
const searchAfterMs = 300
const lineClass = 'flex flex-wrap items-center gap-x-10 gap-y-6 border-b border-line py-8 text-15'
const moveClass = 'icon-btn flex-none border-2 border-ink disabled:opacity-40'

const stateLabels = {
  open: undefined,
  noPdfYet: 'No PDF yet',
  withdrawn: 'Not published: the bundle cannot be bought with it',
}

/** The books of a bundle, in their order: found by words, moved and removed by buttons. */
export function BundleParts({ bundleId, known, chosen, error, isDisabled, onChoose }: Props) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [status, setStatus] = useState('')
  const [titles, setTitles] = useState<Record<string, string>>({})
  const settled = useSettled(search, searchAfterMs)
  const isWanted = isOpen || chosen.length > 0
  const books = useAdminQuery({
    queryKey: ['books', 'of a bundle', settled],
    enabled: isWanted,
    queryFn: () => adminCall('GET /admin/books', { search: settled, pageSize: found }),
  })
  // A draft knows ids alone.
  const unknown = chosen.find((id) => !titles[id] && !known.some((part) => part.id === id))
  const missing = useAdminQuery({
    queryKey: ['book', 'of a bundle', unknown],
    enabled: unknown !== undefined,
    queryFn: () => adminCall('GET /admin/books/:id', { id: unknown ?? '' }),
  })
  useEffect(() => {
    const book = missing.data
    if (book) setTitles((before) => ({ ...before, [book.id]: book.title }))
  }, [missing.data])
  /** The id of the element that takes the focus once the list is drawn again. */
  const focusNext = useRef<string>(undefined)
  useEffect(() => {
    if (!focusNext.current) return
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = undefined
  })

  const titleOf = (id: string) =>
    titles[id] ?? known.find((part) => part.id === id)?.title ?? 'A book'
  const move = (index: number, by: 1 | -1) => {
    const id = chosen[index] as string
    const next = chosen.filter((other) => other !== id)
    next.splice(index + by, 0, id)
    const isAtEnd = index + by === (by === 1 ? next.length - 1 : 0)
    focusNext.current = `${isAtEnd === (by === 1) ? 'part-up' : 'part-down'}-${id}`
    setStatus(`${titleOf(id)} is now part ${index + by + 1}.`)
    onChoose(next)
  }
  const remove = (id: string) => {
    focusNext.current = 'part-search'
    setStatus(`${titleOf(id)} is no part any more.`)
    onChoose(chosen.filter((other) => other !== id))
  }
  const add = (id: string, title: string) => {
    setTitles((before) => ({ ...before, [id]: title }))
    focusNext.current = 'part-search'
    setStatus(`${title} is part ${chosen.length + 1}.`)
    onChoose([...chosen, id])
  }
  const candidates = (books.data ?? []).filter(
    ({ id, partsCount }) => id !== bundleId && partsCount === 0 && !chosen.includes(id),
  )

  return (
    <div className="border-t-2 border-ink pt-16">
      <fieldset
        className={fieldClass}
        id="parts"
        tabIndex={-1}
        aria-describedby="parts-note"
        disabled={isDisabled}
      >
        <legend>
          <h2 className="text-22/115">
            Parts of a bundle <small className={optionalClass}>(optional)</small>
          </h2>
        </legend>
        <FieldNote
          id="parts-note"
          error={error}
          hint={`With ${bundleParts.min} books or more this is a bundle: one price and one order, with a download of each.`}
        />
        <p className="sr-only" role="status">
          {status}
        </p>
        {chosen.length > 0 && (
          <ol className="border-t border-line">
            {chosen.map((id, index) => (
              <li key={id} className={lineClass}>
                <span className="mr-auto min-w-0 flex-[1_1_120px] [overflow-wrap:anywhere]">
                  {index + 1}. {titleOf(id)}
                  <StateOf part={known.find((part) => part.id === id)} />
                </span>
                <button
                  type="button"
                  id={`part-up-${id}`}
                  className={moveClass}
                  aria-label={`Move ${titleOf(id)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <Icon shape={adminIcons.arrowUp} />
                </button>
                <button
                  type="button"
                  id={`part-down-${id}`}
                  className={moveClass}
                  aria-label={`Move ${titleOf(id)} down`}
                  disabled={index === chosen.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <Icon shape={adminIcons.arrowDown} />
                </button>
                <button
                  type="button"
                  className={moveClass}
                  aria-label={`Remove ${titleOf(id)}`}
                  onClick={() => remove(id)}
                >
                  <Icon shape={adminIcons.trash} />
                </button>
              </li>
            ))}
          </ol>
        )}
        {!isWanted ? (
          <button type="button" className={outlineClass} onClick={() => setOpen(true)}>
            Choose books
          </button>
        ) : (
          <>
            <label className={labelClass} htmlFor="part-search">
              Add a book
            </label>
            <input
              id="part-search"
              className={controlClass}
              type="search"
              autoComplete="off"
              placeholder="Title or author"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              // Enter would send the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            {books.error && <p>The books could not be loaded.</p>}
            {books.data && candidates.length === 0 && <p>No other book has these words.</p>}
            <ul>
              {candidates.map(({ id, title }) => (
                <li key={id} className={lineClass}>
                  <span className="mr-auto min-w-0 flex-[1_1_120px] [overflow-wrap:anywhere]">
                    {title}
                  </span>
                  <button
                    type="button"
                    className={outlineClass}
                    disabled={chosen.length >= bundleParts.max}
                    onClick={() => add(id, title)}
                  >
                    Add<span className="sr-only"> {title}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </fieldset>
    </div>
  )
}

function StateOf({ part }: { part: AdminBook['parts'][number] | undefined }) {
  const label = part && stateLabels[part.state]
  return label ? <span className="block text-14 text-ink-2">{label}</span> : null
}
