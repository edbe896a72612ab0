import { adminIcons } from '#site/admin/ui/icons.ts'
import { icons } from '#site/ui/icons/icons.ts'
import type { CommandName } from './text/text-commands.ts'

/** A kind of card that a text may contain. */
export type CardKind = 'story' | 'book'

export interface Insert {
  name:
    | Extract<CommandName, 'pull_quote' | 'divider' | 'heading' | 'bullet_list' | 'ordered_list'>
    | 'picture'
    | CardKind
  label: string
  about: string
  icon: string
}

const ofEveryText: readonly Insert[] = [
  { name: 'picture', label: 'Picture', about: 'Upload or paste one', icon: adminIcons.image },
  { name: 'pull_quote', label: 'Pull quote', about: 'One strong line', icon: adminIcons.pullQuote },
  { name: 'divider', label: 'Divider', about: 'A pause', icon: adminIcons.divider },
  { name: 'heading', label: 'Heading', about: 'A new part', icon: adminIcons.heading },
  { name: 'bullet_list', label: 'List', about: 'In any order', icon: adminIcons.list },
  { name: 'ordered_list', label: 'Numbers', about: 'In their order', icon: adminIcons.numbers },
]

const cards: readonly Insert[] = [
  { name: 'story', label: 'Story card', about: 'From the magazine', icon: adminIcons.bookOpen },
  { name: 'book', label: 'Book card', about: 'From the shop', icon: icons.book },
]

/** What may be inserted; `typed` is what stands on the line, as "/pi". */
export function insertsOf(hasCards: boolean, typed: string): readonly Insert[] {
  const wanted = typed.slice(1).toLowerCase()
  const all = hasCards ? [...ofEveryText, ...cards] : ofEveryText
  return all.filter(({ label }) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(wanted)),
  )
}
