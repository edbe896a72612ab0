import type { Fragment } from 'postgres'
import type { StaffMember } from '#api/http/request-context.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { TaskName, UndoKind } from '#contract/kinds/kinds.ts'
import type { DeletedThing } from './deleted/deleted-thing.ts'
import type { Find } from './search/find.ts'
import type { Undoer } from './undo/undo.admin.routes.ts'

/**
 * What the service knows of a kind of thing that staff work with; its words are in `contract/kinds/`. What it does not say does
 * not exist for it.
 */
export interface ServedKind {
  find?: Find
  waiting?: Partial<Record<TaskName, Waiting>>
  deleted?: DeletedThing
  /** How each of its actions is undone, by the name that is stored. */
  undo?: Partial<Record<UndoKind, Undoer>>
}

/** How the things of a kind that wait for somebody are found. */
export interface Waiting<Columns = object> {
  /**
   * A query of the one that waits longest, or of no row: its `id`, the `count` of all that wait, and of the facts
   * `name`, `since`, `due_on`, `due_kobo` and `note` those that its sentence says.
   */
  rows(staff: WaitingViewer): Fragment
  /** Its facts, where they are made of other columns. */
  factsOf?(row: WaitingRow & Columns): Facts
}

export type WaitingViewer = Pick<StaffMember, 'id' | 'role' | 'readerId'>
export type Facts = Partial<OutputOf<'GET /admin/tasks'>['tasks'][number]>

export interface WaitingRow {
  id: string
  count: number
  name?: string
  since?: string
  dueOn?: string
  dueKobo?: number
  note?: string
}
