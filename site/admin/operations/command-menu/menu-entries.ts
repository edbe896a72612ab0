import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { FoundAction, Kind } from '#contract/kinds/kind.ts'
import { createdKinds, searchedKinds } from '#contract/kinds/kinds.ts'
import { isAmong, newsroom, publishing, type Role } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { kindIcons } from '#site/admin/lib/kind-icons.ts'
import type { Opened } from '#site/admin/lib/lists/last-opened.ts'
import { type AdminSection, adminPlaces, settings } from '#site/admin/lib/places.ts'
import { icons } from '#site/ui/icons/icons.ts'
import { type Done, menuActions, rebuildSite } from './menu-actions.ts'

export type Groups = OutputOf<'GET /admin/search'>

export interface Entry {
  key: string
  title: string
  /** The line below the title; may be empty. */
  text: string
  path?: string
  /** What it does, where it has no path. */
  run?: () => Promise<Done>
  /** Lucide shape; what was found has a picture instead. */
  icon?: string
  found?: Opened
  /** It is not what Enter means after words that found nothing. */
  isOnlyChosen?: boolean
}

export interface EntryGroup {
  title: string
  entries: Entry[]
}

const kinds: Record<Opened['kind'], Kind> = searchedKinds

/** What the role may search, as in "Stories, books". */
export function searchable(role: Role): string {
  const names = Object.values(kinds)
    .filter(({ roles }) => isAmong(roles, role))
    .map(({ many }) => many)
  return names
    .join(', ')
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase())
}

/** One line about it, with its state: "Published, 6,104 reads". */
export function factOf({ kind, state, fact }: Pick<Opened, 'kind' | 'state' | 'fact'>): string {
  return `${kinds[kind].states?.[state]}${state === 'scheduled' ? ' ' : ', '}${fact}`
}

export function foundEntry(found: Opened): Entry {
  return {
    key: `${found.kind}-${found.id}`,
    title: found.title,
    text: factOf(found),
    path: found.path,
    found,
  }
}

export function foundGroups(groups: Groups): EntryGroup[] {
  return groups.map(({ kind, items }) => ({
    title: kinds[kind].many,
    entries: items.map((item) => foundEntry({ ...item, kind })),
  }))
}

const openAmongOthers: FoundAction = { title: 'Open', icon: 'arrowRight', text: 'Among the others' }
const view: FoundAction = { title: 'View', icon: 'eye', text: 'As readers see it' }

/** What can be done with something that was found. */
export function actionsOn(found: Opened, role: Role | undefined): EntryGroup {
  const { kind, state, publicPath } = found
  const { one, open = openAmongOthers, actions = [] } = kinds[kind]
  const possible = actions.filter(
    ({ roles, states }) => role !== undefined && isAmong(roles, role) && states.includes(state),
  )
  return {
    title: `Actions on this ${one}`,
    entries: [
      actionEntry(found, open),
      ...(publicPath ? [actionEntry(found, view, publicPath)] : []),
      ...possible.map((action) => actionEntry(found, action)),
    ],
  }
}

function actionEntry(found: Opened, action: FoundAction, to?: string): Entry {
  const { title, icon, text, path, run } = action
  const { kind, id } = found
  const entry = {
    key: `${kind}-${id}-${title}`,
    title,
    text: typeof text === 'string' ? text : text(id),
    icon: kindIcons[icon],
  }
  if (run) return { ...entry, run: () => menuActions[run](found) }
  return { ...entry, path: to ?? path?.(id) ?? found.path, found }
}

interface Command extends Entry {
  group: 'Create' | 'Go to' | 'Site'
  roles: readonly Role[]
}

type Place = Pick<AdminSection, 'label' | 'path' | 'roles'> & { text: string; icon: string }

const goTo = ({ label, path, roles, text, icon }: Place): Command => ({
  group: 'Go to',
  key: path,
  title: label,
  text,
  path,
  icon,
  roles,
})

const commands: readonly Command[] = [
  ...createdKinds.map(({ create: { label, ...made }, roles }) => ({
    ...made,
    group: 'Create' as const,
    key: made.path,
    title: label,
    icon: icons.pencil,
    roles,
  })),
  ...adminPlaces.flatMap(({ label, icon, sections }) =>
    sections.map((section) =>
      goTo({ ...section, icon, text: section.label === label ? '' : label }),
    ),
  ),
  ...settings.flatMap(({ entries }): readonly Place[] => entries).map(goTo),
  {
    group: 'Site',
    key: 'rebuild',
    run: rebuildSite,
    title: 'Rebuild site',
    text: 'Draws every page for readers again',
    icon: icons.refresh,
    roles: publishing,
  },
]

const storyCalled = (title: string): Entry => ({
  key: 'story-called',
  title: `Write a story called “${title}”`,
  text: 'A new draft',
  path: staffPaths.newStoryCalled(title),
  icon: icons.pencil,
  isOnlyChosen: true,
})

/**
 * The role's commands that have all words; all of them for none. Words that no command has can be a title, once the
 * search has answered: before that it would lie where the first result comes.
 */
export function commandGroups(
  role: Role | undefined,
  typed: string,
  isAnswered: boolean,
): EntryGroup[] {
  if (!role) return []
  const words = wordsOf(typed)
  const matching = commands.filter(
    ({ title, roles }) =>
      isAmong(roles, role) && words.every((word) => title.toLowerCase().includes(word)),
  )
  if (matching.length === 0) {
    if (!isAnswered || !isAmong(newsroom, role)) return []
    return [{ title: 'Create', entries: [storyCalled(typed.trim())] }]
  }
  const titles = [...new Set(matching.map(({ group }) => group))]
  return titles.map((title) => ({
    title,
    entries: matching.filter(({ group }) => group === title),
  }))
}

/** Whether the typed text begins the name of a command: a page is meant, and not a story with that word. */
export const isNamed = (commands: readonly EntryGroup[], typed: string) =>
  typed.length > 2 &&
  commands.some(({ entries }) =>
    entries.some(({ title }) => title.toLowerCase().startsWith(typed.toLowerCase())),
  )

export const wordsOf = (text: string) => text.trim().toLowerCase().split(/\s+/).filter(Boolean)
