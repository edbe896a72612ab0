import { type MenuLink, type MenuPlace, menuPlaces } from '#contract/magazine/menu-links.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { controlClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { RowMoves } from '../RowMoves.tsx'
import { addressOf, isSpecified } from './menu-lists.ts'

interface Props {
  place: MenuPlace
  link: MenuLink
  isFirst: boolean
  isLast: boolean
  onChange(link: MenuLink): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** A link of a menu: its name, where it leads, and its place in the order. */
export function MenuRow({ place, link, isFirst, isLast, onChange, onMove, onRemove }: Props) {
  const { id, label } = link
  const isOwn = !isSpecified(place, id)
  const of = label || 'the new link'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-8 gap-y-6 border-b border-line py-12">
      <div className="grid gap-8">
        <input
          id={id}
          className={controlClass}
          value={label}
          aria-label={`Name of ${of}, ${menuPlaces[place]}`}
          placeholder="Name"
          onChange={({ target }) => onChange({ ...link, label: target.value })}
        />
        {isOwn ? (
          <input
            className={controlClass}
            value={link.href ?? ''}
            type="text"
            inputMode="url"
            aria-label={`Address of ${of}`}
            placeholder="/search?q=scholarship"
            onChange={({ target }) => onChange({ ...link, href: target.value.trim() })}
          />
        ) : (
          <p className="truncate text-14 text-ink-2">{addressOf(place, link)}</p>
        )}
      </div>
      <RowMoves of={of} isFirst={isFirst} isLast={isLast} onMove={onMove}>
        {isOwn && (
          <Button look="icon" aria-label={`Remove ${of}`} onClick={onRemove}>
            <Icon shape={adminIcons.trash} />
          </Button>
        )}
      </RowMoves>
    </li>
  )
}
