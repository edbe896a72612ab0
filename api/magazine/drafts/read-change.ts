import type { ChangeNote } from '#api/magazine/stories/story-changes.queries.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import type { storyChange } from '#contract/endpoints/magazine/corrections.ts'
import { apiError } from '#contract/errors.ts'

export type ToldChange = Pick<
  ParsedInputOf<'POST /admin/drafts/:id/publish'>,
  keyof typeof storyChange
>

/** Undefined if nobody said what kind of change it is. Throws for a correction that leaves readers guessing. */
export function readChange({ change: kind, ...told }: ToldChange): ChangeNote | undefined {
  if (kind !== 'correction') return kind && { kind }
  const { reason, said, says, description, isSerious } = told
  const isDescribed = description != null && !said && !says
  const missing = {
    ...(!reason && { reason: ['Please write what was wrong'] }),
    ...(isDescribed && !description && { description: ['Please write what has changed'] }),
    ...(!isDescribed && !said && { said: ['Please write what it said, or describe the change'] }),
    ...(!isDescribed && !says && { says: ['Please write what it says now'] }),
  }
  if (!reason || Object.keys(missing).length > 0) throw apiError('invalid', missing)
  const wordings = description
    ? { description, said: null, says: null }
    : { description: null, said: said ?? null, says: says ?? null }
  return { kind, reason, isSerious, ...wordings }
}
