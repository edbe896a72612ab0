import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { cardLink } from '#site/admin/lib/pictures/card-link.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { SearchBox } from '#site/admin/ui/lists/SearchBox.tsx'
import { cardFace, type TextCard } from '#site/lib/pages/card-face.ts'
import type { CardKind } from './inserts.ts'

const mostShown = 5

interface Props {
  /** Both where none is named. */
  kind?: CardKind | undefined
  onAdd(markdown: string, card: TextCard): void
}

/** Stories and books that can become cards: the newest, or results of the search. */
export function CardSearch({ kind, onAdd }: Props) {
  const [search, setSearch] = useState('')
  const query = useAdminQuery({
    queryKey: ['cards', kind, search],
    queryFn: async () => {
      const [stories, books] = await Promise.all([
        kind === 'book' ? [] : findStories(search),
        kind === 'story' ? [] : adminCall('GET /books', { search, pageSize: mostShown }),
      ])
      return [
        ...stories.map((story) => ({ ...story, kind: 'story' as const, price: 0 })),
        ...books.map((book) => ({ ...book, kind: 'book' as const, imageUrl: book.coverImageUrl })),
      ]
    },
  })
  const things = kind ? { story: 'stories', book: 'books' }[kind] : 'stories and books'
  return (
    <>
      <SearchBox label={`Search ${things}`} value={search} onSearch={setSearch} />
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
              {cards.map((card) => (
                <FoundCard key={card.id} card={card} onAdd={onAdd} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function FoundCard({ card, onAdd }: { card: TextCard; onAdd: Props['onAdd'] }) {
  const { kind, id, title } = card
  const { picture, about } = cardFace(card)
  return (
    <li className="grid grid-cols-[60px_minmax(0,1fr)_auto] items-center gap-12 border-b border-line py-8">
      <img
        className="justify-self-center object-cover"
        src={picture}
        alt=""
        width={kind === 'book' ? 40 : 60}
        height={kind === 'book' ? 60 : 40}
        loading="lazy"
      />
      <span className="[overflow-wrap:anywhere]">
        <b className="font-semibold">{title}</b>
        <span className={`${bylineClass} block`}>{about}</span>
      </span>
      <Button
        aria-label={`Add “${title}”`}
        onClick={() => onAdd(cardLink(title, paths[kind](id)), card)}
        label="Add"
      />
    </li>
  )
}

const findStories = (search: string) =>
  search
    ? adminCall('GET /search', { q: search, pageSize: mostShown })
    : adminCall('GET /stories', { pageSize: mostShown })
