import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { noteMissing } from '#contract/endpoints/admin-stories.ts'
import { apiError } from '#contract/errors.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import {
  findAdminStory,
  lockAdminStory,
  type StoryChange,
  setStory,
} from './admin-stories.queries.ts'

interface Move {
  from: StoryState[]
  sets: StoryChange
  logs: ActivityAction
}

/** Every move of a story by where it leads: from where it may be made, what it sets, what the log says. */
const moves: Record<StoryState, Move> = {
  published: {
    from: ['submitted', 'returned', 'declined', 'unpublished'],
    sets: { isPublished: true, status: 'submitted' },
    logs: 'storyPublished',
  },
  unpublished: {
    from: ['published'],
    sets: { isPublished: false },
    logs: 'storyUnpublished',
  },
  returned: {
    from: ['submitted'],
    sets: { status: 'returned' },
    logs: 'storyReturned',
  },
  declined: {
    from: ['submitted', 'returned'],
    sets: { status: 'declined' },
    logs: 'storyDeclined',
  },
  submitted: {
    from: ['returned', 'declined'],
    sets: { status: 'submitted' },
    logs: 'storyReopened',
  },
}

/** The states a story may move to from each state. */
export function transitionsFrom(state: StoryState): StoryState[] {
  return storyStates.filter((target) => moves[target].from.includes(state))
}

/** What the publisher asks for; what is left out stays as it is. */
export interface Decision {
  title?: string | undefined
  summary?: string | undefined
  category?: string | undefined
  isPublished?: boolean | undefined
  isFeatured?: boolean | undefined
  status?: 'submitted' | 'returned' | 'declined' | undefined
  /** Null or empty for none. */
  note?: string | null | undefined
  /** The one that was looked at. */
  revision?: number | undefined
}

type DeskStory = NonNullable<Awaited<ReturnType<typeof findAdminStory>>>

/**
 * Carries out what the publisher decided on a story, all of it or nothing: the edit, the move, the log and the
 * mail. What is so already is not done again. Resolves to the story as it is then.
 */
export function transitionStory(
  id: string,
  decision: Decision,
  publisher: string,
): Promise<DeskStory> {
  return transaction(async () => {
    const before = await lockAdminStory(id)
    if (!before) throw apiError('storyNotFound')
    const { change, move } = weigh(before, decision)
    if (Object.keys(change).length === 0) return before
    if (decision.revision !== undefined && decision.revision !== before.revision)
      throw apiError('changedMeanwhile')
    // Only now: a change made meanwhile is the better explanation.
    if (move && !moves[move].from.includes(before.state)) throw apiError('storyCannotMove')

    await setStory(id, change)
    const after = (await findAdminStory(id)) as DeskStory
    if (after.state === 'returned' && !after.reviewNote)
      throw apiError('invalid', { note: [noteMissing] })
    for (const { action, note } of actionsOf(change, move, after.reviewNote)) {
      await recordActivity(publisher, action, { id, title: after.title, note: note ?? null })
    }
    if (move) await tellContributor(before, after)
    return after
  })
}

/** What would change, and the state the story would move to; its present state is no move. */
function weigh(story: DeskStory, { note, revision: _, isPublished, status, ...rest }: Decision) {
  const states = [
    isPublished === true ? 'published' : undefined,
    // Unpublishing what is not published is no move.
    isPublished === false && story.isPublished ? 'unpublished' : undefined,
    // What is published counts as submitted.
    isPublished === true && status === 'submitted' ? undefined : status,
  ].filter((state) => state !== undefined && state !== story.state) as StoryState[]
  // Two moves at once contradict each other.
  if (states.length > 1) throw apiError('storyCannotMove')
  const [move] = states
  const wanted: StoryChange = {
    ...rest,
    // Each move has a note of its own, or none.
    ...(move && { ...moves[move].sets, reviewNote: null }),
    ...(note !== undefined && { reviewNote: note || null }),
  } as StoryChange
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined && (name === 'status' || value !== story[name as keyof DeskStory]),
    ),
  ) as StoryChange
  return { change, move }
}

/** What is logged. A note belongs to its transition; by itself it is an edit. */
function actionsOf(change: StoryChange, move: StoryState | undefined, note: string | null) {
  const { title, summary, category, isFeatured, reviewNote } = change
  const edits = [title, summary, category, ...(move ? [] : [reviewNote])]
  const actions: { action: ActivityAction; note?: string | null | undefined }[] = []
  if (edits.some((text) => text !== undefined)) {
    actions.push({ action: 'storyEdited', note: move ? null : reviewNote })
  }
  if (isFeatured !== undefined) {
    actions.push({ action: isFeatured ? 'storyFeatured' : 'storyUnfeatured' })
  }
  if (move) actions.push({ action: moves[move].logs, note })
  return actions
}

/** Sends a mail about what is new to them; none when the account is gone or no reader sent the story in. */
async function tellContributor(before: DeskStory, after: DeskStory) {
  const { id: storyId, title, reviewNote: note, contributorEmail: email } = after
  if (!email) return
  const firstName = after.contributorFirstName
  if (after.state === 'published' && !before.publishedAt) {
    await queueMail('storyPublished', email, { firstName, title, storyId })
  }
  if (after.state === 'returned' && note) {
    await queueMail('storyReturned', email, { firstName, title, storyId, note })
  }
  if (after.state === 'declined') {
    await queueMail('storyDeclined', email, { firstName, title, note })
  }
}
