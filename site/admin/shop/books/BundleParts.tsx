import { useEffect, useState } from 'react'
import { bundleParts } from '#contract/form-limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useFocusNext } from '#site/admin/lib/lists/use-focus-next.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { useAdminCall, useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
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

const searchId = 'part-search'
const found = 10
const searchAfterMs = 300
const lineClass = 'flex flex-wrap items-center gap-x-10 gap-y-6 border-b border-line py-8 text-15'
const titleClass = 'mr-auto min-w-0 flex-[1_1_120px] [overflow-wrap:anywhere]'
const moveClass = 'icon-btn flex-none border-2 border-ink disabled:opacity-40'

const stateLabels = {
  open: undefined,
  noPdfYet: 'No PDF yet',
  withdrawn: 'Not published: the bundle cannot be bought with it',
}

/** The books of a bundle, in their order: found by words, moved and removed by buttons. */
export function BundleParts({ bundleId, known, chosen, error, isDisabled, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [status, setStatus] = useState('')
  const { titleOf, learn } = useTitles(known, chosen)
  const focusNext = useFocusNext()

  const move = (index: number, by: 1 | -1) => {
    const id = chosen[index] as string
    const next = chosen.filter((other) => other !== id)
    next.splice(index + by, 0, id)
    const isAtEnd = index + by === (by === 1 ? next.length - 1 : 0)
    focusNext(`${isAtEnd === (by === 1) ? 'part-up' : 'part-down'}-${id}`)
    setStatus(`${titleOf(id)} is now part ${index + by + 1}.`)
    onChoose(next)
  }
  const remove = (id: string) => {
    focusNext(searchId)
    setStatus(`${titleOf(id)} is no part any more.`)
    onChoose(chosen.filter((other) => other !== id))
  }
  const add = (id: string, title: string) => {
    learn(id, title)
    focusNext(searchId)
    setStatus(`${title} is part ${chosen.length + 1}.`)
    onChoose([...chosen, id])
  }

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
              <Part
                key={id}
                id={id}
                title={titleOf(id)}
                stored={known.find((part) => part.id === id)}
                number={index + 1}
                isLast={index === chosen.length - 1}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(id)}
              />
            ))}
          </ol>
        )}
        {isOpen || chosen.length > 0 ? (
          <AddPart bundleId={bundleId} chosen={chosen} onAdd={add} />
        ) : (
          <Button onClick={() => setOpen(true)}>Choose books</Button>
        )}
      </fieldset>
    </div>
  )
}

/** The titles of the chosen books; a draft of the form knows ids alone. */
function useTitles(known: Props['known'], chosen: readonly string[]) {
  const [titles, setTitles] = useState<Record<string, string>>({})
  const learn = (id: string, title: string) => setTitles((before) => ({ ...before, [id]: title }))
  const unknown = chosen.find((id) => !titles[id] && !known.some((part) => part.id === id))
  const { data: missing } = useAdminQuery({
    queryKey: ['book', 'of a bundle', unknown],
    enabled: unknown !== undefined,
    queryFn: () => adminCall('GET /admin/books/:id', { id: unknown ?? '' }),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come.
  useEffect(() => {
    if (missing) learn(missing.id, missing.title)
  }, [missing])
  const titleOf = (id: string) =>
    titles[id] ?? known.find((part) => part.id === id)?.title ?? 'A book'
  return { titleOf, learn }
}

interface PartProps {
  id: string
  title: string
  stored: Props['known'][number] | undefined
  number: number
  isLast: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

function Part({ id, title, stored, number, isLast, onMove, onRemove }: PartProps) {
  return (
    <li className={lineClass}>
      <span className={titleClass}>
        {number}. {title}
        <StateOf part={stored} />
      </span>
      <button
        type="button"
        id={`part-up-${id}`}
        className={moveClass}
        aria-label={`Move ${title} up`}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <Icon shape={adminIcons.arrowUp} />
      </button>
      <button
        type="button"
        id={`part-down-${id}`}
        className={moveClass}
        aria-label={`Move ${title} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <Icon shape={adminIcons.arrowDown} />
      </button>
      <button type="button" className={moveClass} aria-label={`Remove ${title}`} onClick={onRemove}>
        <Icon shape={adminIcons.trash} />
      </button>
    </li>
  )
}

interface AddPartProps extends Pick<Props, 'bundleId' | 'chosen'> {
  onAdd(id: string, title: string): void
}

function AddPart({ bundleId, chosen, onAdd }: AddPartProps) {
  const [search, setSearch] = useState('')
  const settled = useSettled(search, searchAfterMs)
  const books = useAdminCall(['books', 'of a bundle', settled], 'GET /admin/books', {
    search: settled,
    pageSize: found,
  })
  const candidates = (books.data ?? []).filter(
    ({ id, partsCount }) => id !== bundleId && partsCount === 0 && !chosen.includes(id),
  )
  return (
    <>
      <label className={labelClass} htmlFor={searchId}>
        Add a book
      </label>
      <input
        id={searchId}
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
            <span className={titleClass}>{title}</span>
            <Button disabled={chosen.length >= bundleParts.max} onClick={() => onAdd(id, title)}>
              Add<span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function StateOf({ part }: { part: AdminBook['parts'][number] | undefined }) {
  const label = part && stateLabels[part.state]
  return label ? <span className="block text-14 text-ink-2">{label}</span> : null
}
