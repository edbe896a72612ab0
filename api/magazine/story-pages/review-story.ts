import type { StaffMember } from '#api/http/request-context.ts'
import { addToDraft } from '#api/magazine/drafts/edit-draft.ts'
import {
  lockStory,
  type StoryChange,
  type StoryInWork,
  snapshotStory,
} from '#api/magazine/stories/story-lifecycle.queries.ts'
import { carryOut, leadingTo, type StoryTransition } from '#api/magazine/stories/story-lifecycle.ts'
import { setGuardianPhoned } from '#api/readers/guardians/guardians.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import type { StoryState } from '#contract/states.ts'
import { findAdminStory } from './stories.admin.queries.ts'

/** Omitted fields are not changed. */
export interface Decision {
  title?: string | undefined
  summary?: string | undefined
  category?: string | undefined
  isPublished?: boolean | undefined
  isFeatured?: boolean | undefined
  status?: 'submitted' | 'returned' | 'declined' | undefined
  /** It is no part of what can be undone: the call took place. */
  guardianPhoned?: string | undefined
  /** Null and empty mean that there is none. */
  note?: string | null | undefined
  /** The one that the editor was shown. */
  revision?: number | undefined
}

type AdminStory = NonNullable<Awaited<ReturnType<typeof findAdminStory>>>

/** Applies edit, transition, log and mail of a decision in one transaction; it can be undone. A repeat changes nothing. */
export function reviewStory(
  id: string,
  { guardianPhoned, ...decision }: Decision,
  staff: Pick<StaffMember, 'id' | 'name'>,
): Promise<AdminStory> {
  const asked = { kind: 'story', id, staffId: staff.id, snapshot: snapshotStory } as const
  return undoable(asked, async (undo) => {
    const { draft, story } = await lockStory(id)
    if (!story) throw apiError('storyNotFound')
    if (guardianPhoned && (await setGuardianPhoned(guardianPhoned, story.authorId))) {
      await recordActivity(staff.name, 'guardianPhoned', { id, title: story.title })
    }
    const { change, names } = compare(story, decision)
    if (names.length > 0) {
      if (decision.revision !== undefined && decision.revision !== story.revision) {
        throw apiError('changedMeanwhile')
      }
      const isEdit = change.title !== undefined || change.summary !== undefined
      const after = await carryOut({ draft, story }, names, {
        by: staff,
        change,
        revision: isEdit ? undefined : draft?.stored,
        // A repeated note belongs to this transition, too.
        note: decision.note ?? change.reviewNote,
        undo,
      })
      if (isEdit || change.category !== undefined || change.isFeatured !== undefined) {
        await addToDraft(after, staff)
      }
    }
    return (await findAdminStory(id)) as AdminStory
  })
}

function compare(
  story: StoryInWork,
  { note, revision: _, isPublished, isFeatured, status, ...edit }: Decision,
): { change: StoryChange; names: StoryTransition[] } {
  const states = [
    isPublished === true ? 'published' : undefined,
    isPublished === false && story.isPublished ? 'unpublished' : undefined,
    // What is published counts as submitted.
    isPublished === true && status === 'submitted' ? undefined : status,
  ].filter((state) => state !== undefined && state !== story.state) as StoryState[]
  if (states.length > 1) throw apiError('invalidStoryTransition')
  const [target] = states
  const wanted = {
    ...edit,
    isFeatured,
    // A note belongs to one transition.
    reviewNote: note === undefined ? (target ? null : undefined) : note || null,
  }
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && value !== story[name as keyof StoryInWork],
    ),
  ) as StoryChange
  const { isFeatured: feature, reviewNote, ...words } = change
  // A note without a transition is an edit.
  const isEdit = Object.keys(words).length > 0 || (!target && reviewNote !== undefined)
  const names: StoryTransition[] = [
    ...(isEdit ? (['edit'] as const) : []),
    ...(feature === undefined ? [] : [feature ? ('feature' as const) : ('unfeature' as const)]),
    ...(target ? [leadingTo[target]] : []),
  ]
  return { change, names }
}
