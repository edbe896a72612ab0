import { type ReactNode, useState } from 'react'
import { searchedKinds } from '#contract/kinds/kinds.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { kindIcons } from '#site/admin/lib/kind-icons.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { authorPicture, coverPicture } from '#site/lib/pages/pictures.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { type Entry, wordsOf } from './menu-entries.ts'

interface Props {
  id: string
  entry: Entry
  isActive: boolean
  query: string
  /** The key that acts on it, where it is shown. */
  hint?: ReactNode
  isBusy?: boolean
  onPress(): void
  onShowActions?: (() => void) | undefined
}

/** A line of the menu. Its focus stays in the search field: arrow keys move the selection. */
export function MenuRow({
  id,
  entry,
  isActive,
  query,
  hint,
  isBusy,
  onPress,
  onShowActions,
}: Props) {
  const { title, text, path, icon, found } = entry
  return (
    <a
      id={id}
      className="menu-row"
      role="option"
      aria-selected={isActive}
      aria-busy={isBusy || undefined}
      tabIndex={-1}
      href={path}
      onClick={onPress}
    >
      {icon ? (
        <span className="menu-icon">
          <Icon shape={icon} />
        </span>
      ) : (
        found && <Picture found={found} />
      )}
      <span className="menu-words">
        <b>{marked(title, query)}</b>
        {text && <span>{marked(text, query)}</span>}
      </span>
      {onShowActions && (
        <span
          className="menu-more"
          aria-hidden="true"
          onClick={(event) => {
            event.preventDefault()
            event.stopPropagation()
            onShowActions()
          }}
        >
          <Icon shape={adminIcons.more} />
        </span>
      )}
      {hint && (
        <span className="menu-key" aria-hidden="true">
          {hint}
        </span>
      )}
    </a>
  )
}

const pictureClasses = { story: 'h-40 w-60', cover: 'h-44 w-30', portrait: 'size-40' }

/** What stands before one of its kind. */
function Picture({ found }: { found: NonNullable<Entry['found']> }) {
  const [isBroken, setBroken] = useState(false)
  const { kind, title, category, pictureUrl } = found
  const { look } = searchedKinds[kind]
  if ('icon' in look) {
    return (
      <span className="menu-icon">
        <Icon shape={kindIcons[look.icon]} />
      </span>
    )
  }
  const drawn = { title, category: category || 'none' }
  const cover = isBroken ? undefined : coverPicture(pictureUrl)?.src
  const sources = {
    // It is that of the lists: the drawing weighs less than an upload.
    story: artPaths.story(drawn),
    cover: cover ?? artPaths.book(drawn),
    portrait: isBroken ? artPaths.avatar(title) : authorPicture(title, pictureUrl).src,
  }
  return (
    <span className="menu-picture">
      <img
        className={`object-cover ${pictureClasses[look.picture]}`}
        src={sources[look.picture]}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    </span>
  )
}

function marked(text: string, query: string) {
  const words = wordsOf(query).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (words.length === 0) return text
  // unchecked pattern: it is made of literal words.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'iu'))
  // Every second part is a word.
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
  return parts.map((part, nth) => (nth % 2 ? <mark key={nth}>{part}</mark> : part))
}
