import type { Role } from '#contract/roles.ts'

/** A kind of thing that staff work with. What it does not say does not exist for it. */
export interface Kind {
  /** One of them, within a sentence. */
  one: string
  /** All of them, as a heading. */
  many: string
  /** Who may find and make them. */
  roles: readonly Role[]
  /** Where staff work on one. */
  path?(id: string): string
  /** The pages that list them. */
  tabs?: readonly Tab[]
  /** What of it may need somebody, by the name in `GET /admin/tasks`, most urgent first. */
  tasks?: Readonly<Record<string, Task>>
  /** How a new one is made. */
  create?: {
    label: string
    path: string
    text: string
    /** Its line in the menu New; without it only the command menu offers it. */
    tile?: { text: string; icon: KindIcon; colour: 'blue' | 'red' | 'green' | 'violet' }
  }
  /** Where there is none yet: what they are for, and how one gets there, in three steps. */
  guide?: { text: string; steps: readonly [string, string, string] }
  /** What stands before one that was found: a drawing or upload of its own, or an icon. */
  look?: { picture: 'story' | 'cover' | 'portrait' } | { icon: KindIcon }
  /** What each state is called, where one was found and in lists that do not call it otherwise. */
  states?: Readonly<Record<string, string>>
  /** How the command menu opens one that was found, where that is not among the others. */
  open?: FoundAction
  /** What else can be done with it there: by whom, and in which states. */
  actions?: readonly (FoundAction & { roles: readonly Role[]; states: readonly string[] })[]
  /** What of it is undone, by the name that is stored. */
  undo?: string
  activity?: Activity
}

/** The names of shapes that site/admin/lib/kind-icons.ts has. */
export type KindIcon =
  | 'arrowRight'
  | 'bookUp'
  | 'checkCircle'
  | 'eye'
  | 'eyeOff'
  | 'file'
  | 'mail'
  | 'pencil'
  | 'star'
  | 'tag'
  | 'user'
  | 'wallet'

/** A page of the navigation. */
export interface Tab {
  name: string
  /** The place of the navigation that it is a part of. */
  place: 'stories' | 'shop' | 'audience'
  label: string
  path: string
  /** If others than `roles` may open it. */
  roles?: readonly Role[]
  /** The number of `GET /admin/stats` that stands beside it, and the tasks that it counts. */
  badge?: { name: string; tasks: readonly string[] }
}

/**
 * A line of the dashboard. The facts that its sentence names in braces are those of the task in `GET /admin/tasks`;
 * task-words.ts writes them.
 */
export interface Task {
  /** If not everybody with `roles` of the kind is told of it. */
  roles?: readonly Role[]
  /** It is told of before all others, whatever their kind. */
  isFirst?: true
  /** What it is: one, many. */
  thing: readonly [string, string]
  /** What the click does, as a laptop says it. */
  action: string
  /** The first sentence whose facts are all known is shown. */
  why: readonly string[]
  /** The same where there are several, if they are other sentences. */
  whyMany?: readonly string[] | undefined
  /** Where it is done; `id` is that of the one that waits longest. */
  path(id: string, count: number): string
}

/** A line of the command menu. */
export interface FoundAction {
  title: string
  icon: KindIcon
  /** What it does, or where it leads, in a line. */
  text: string | ((id: string) => string)
  /** Where it leads, if not to what was found. */
  path?(id: string): string
  /** What it does instead, by the name of its function in menu-actions.ts. */
  run?: FoundRun
}

export type FoundRun = 'featureStory' | 'addToNewsletter' | 'unpublishStory'

interface Activity {
  /** The text of each; the subject follows where there is one. */
  labels: Readonly<Record<string, string>>
  /** Where the subject leads. */
  path?(line: { id: string; title: string | null; note: string | null }): string | undefined
  /** The note is a fact beside the subject, and no words of somebody. */
  isNoteFact?: boolean
}
