import type * as z from 'zod/mini'
import type { StaffMember } from '#api/http/request-context.ts'
import type { saveConflict } from '#contract/endpoints/magazine/documents.ts'
import { apiError, apiErrorWith, type ErrorName, required } from '#contract/errors.ts'
import { pageOf, transaction } from '#db/sql.ts'
import {
  countRevisions,
  type Document,
  type FieldsOf,
  findRevision,
  findSaved,
  insertRevision,
  listRevisions,
  type RevisionKind,
  touchListedAt,
} from './documents.queries.ts'

export interface Save<Fields> {
  id: string
  /** The revision that was edited. */
  base: number
  saveId: string
  fields: Fields
  kind?: RevisionKind
}

interface Rules {
  /** Locks the document's row until the transaction ends, and inserts a new one. */
  lock(): Promise<{
    head: number
    /** Why it cannot be saved any more; a repeated save still gets its response. */
    closed?: ErrorName | undefined
  }>
  setHead(saved: { number: number; savedAt: string }): Promise<unknown>
  conflict: ErrorName
}

/**
 * Stores a state of a document as a new revision. A repeat of a save changes nothing. When somebody else has saved since
 * `base`, it is stored beside the head, and the error says where.
 */
export async function saveDocument<D extends Document>(
  document: D,
  { id, base, saveId, fields, kind: requestedKind = 'saved' }: Save<FieldsOf[D]>,
  staff: StaffMember,
  { lock, setHead, conflict }: Rules,
) {
  const { number, savedAt, kind, before } = await transaction(async () => {
    const { head, closed } = await lock()
    const saved = await findSaved(document, id, saveId)
    if (saved) return { ...saved, before: head }
    if (closed) throw apiError(closed)
    const kind = head === base ? requestedKind : 'aside'
    const by = { savedBy: staff.id, savedByName: staff.name }
    const added = await insertRevision(document, id, { saveId, fields, kind, ...by })
    if (kind !== 'aside') await setHead(added)
    return { ...added, kind, before: head }
  })
  if (kind !== 'aside') return { number, savedAt }
  const head = await openRevision(document, id, before)
  const beside: z.output<typeof saveConflict> = {
    aside: number,
    head: { number: head.number, savedAt: head.savedAt, savedByName: head.savedByName },
    isSamePerson: head.savedBy === staff.id,
  }
  throw apiErrorWith(conflict, beside)
}

export async function openRevision<D extends Document>(document: D, id: string, number: number) {
  return required(await findRevision(document, id, number), 'revisionNotFound')
}

/** Latest first. Listed revisions can be opened and restored for a day. */
export async function pageOfRevisions(
  document: Document,
  { id, ...page }: { id: string; page: number; pageSize: number },
) {
  await touchListedAt(document, id)
  return pageOf(
    page,
    (slice) => listRevisions(document, id, slice),
    () => countRevisions(document, id),
  )
}
