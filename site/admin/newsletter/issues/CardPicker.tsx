import { useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { cardLink } from '#site/admin/lib/card-link.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { bylineClass, outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { SearchBox } from '#site/admin/ui/SearchBox.tsx'
import { paths } from '#site/lib/paths.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { IssueEditing } from './use-issue-editor.ts'

/** How many of each kind. */
const mostShown = 5

const pickerId = 'cards'

/** Leads there from the text. */
export function openCardPicker() {
  const picker = document.getElementById(pickerId) as HTMLDetailsElement | null
  if (!picker) return
  picker.open = true
  picker.querySelector('summary')?.focus()
  picker.scrollIntoView({ block: 'center' })
}

/** Inserts stories and books into the issue: the newest, or results of the search. */
export function CardPicker({ editor: { insert } }: { editor: IssueEditing }) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState('')
  const query = useAdminQuery({
    queryKey: ['letter-cards', search],
    enabled: isOpen,
    queryFn: async () => {
      const [stories, books] = await Promise.all([
        search
          ? adminCall('GET /search', { q: search, pageSize: mostShown })
          : adminCall('GET /stories', { pageSize: mostShown }),
        adminCall('GET /books', { search, pageSize: mostShown }),
      ])
      return [
        ...stories.map(({ id, title, category }) => ({
          title,
          about: category,
          path: paths.story(id),
        })),
        ...books.map(({ id, title, price }) => ({
          title,
          about: `Book · ${formatNaira(price)}`,
          path: paths.book(id),
        })),
      ]
    },
  })
  return (
    <details id={pickerId} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-44 w-fit cursor-pointer list-none items-center gap-14 font-semibold">
        <span className="grid size-40 place-items-center bg-sunrise text-night">
          <Icon shape={adminIcons.plus} />
        </span>
        Add a story or a book
      </summary>
      <div className="mt-12 grid gap-12 border border-line-2 p-14">
        <SearchBox label="Search stories and books" value={search} onSearch={setSearch} />
        <p role="status" className="text-14">
          {added}
        </p>
        {isOpen && (
          <Loaded
            query={query}
            skeleton={<p className="text-ink-2">Loading…</p>}
            failed="Stories and books could not be loaded."
          >
            {(cards) =>
              cards.length === 0 ? (
                <p>No results</p>
              ) : (
                <ul>
                  {cards.map(({ title, about, path }) => (
                    <li
                      key={path}
                      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-12 border-b border-line py-8"
                    >
                      <span className="[overflow-wrap:anywhere]">
                        <b className="font-semibold">{title}</b>
                        <span className={`${bylineClass} block`}>{about}</span>
                      </span>
                      <button
                        type="button"
                        className={outlineClass}
                        aria-label={`Add “${title}”`}
                        onClick={() => {
                          insert.current?.(cardLink(title, path))
                          setAdded(`Added “${title}” below the cursor.`)
                        }}
                      >
                        Add
                      </button>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </div>
    </details>
  )
}
