import type { StaffMember } from '#api/http/request-context.ts'
import {
  addToDraft,
  type DraftRow,
  findStoryOfDraft,
  lockDraft,
  nothingAsked,
  setDraft,
} from '#api/magazine/drafts/drafts.queries.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { apiError } from '#contract/errors.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import { approvedBy } from './approval.queries.ts'
import {
  findAdminStory,
  lockAdminStory,
  type StoryChange,
  setStory,
} from './stories.admin.queries.ts'

interface Move {
  from: StoryState[]
  sets: StoryChange
  logs: ActivityAction
}

/** By the state it leads to: from where it may start, what it sets, what is logged. */
const moves: Record<StoryState, Move> = {
  published: {
    from: ['submitted', 'returned', 'declined', 'unpublished'],
    sets: { isPublished: true, status: 'submitted', publishAt: null },
    logs: 'storyPublished',
  },
  unpublished: {
    from: ['published'],
    sets: { isPublished: false, unpublishAt: null },
    logs: 'storyUnpublished',
  },
  returned: {
    from: ['submitted'],
    sets: { status: 'returned', publishAt: null },
    logs: 'storyReturned',
  },
  declined: {
    from: ['submitted', 'returned'],
    sets: { status: 'declined', publishAt: null },
    logs: 'storyDeclined',
  },
  submitted: {
    from: ['returned', 'declined'],
    sets: { status: 'submitted' },
    logs: 'storyReopened',
  },
}

export function transitionsFrom(state: StoryState): StoryState[] {
  return storyStates.filter((target) => moves[target].from.includes(state))
}

/** What is left out stays as it is. */
export interface Decision {
  title?: string | undefined
  summary?: string | undefined
  category?: string | undefined
  isPublished?: boolean | undefined
  isFeatured?: boolean | undefined
  status?: 'submitted' | 'returned' | 'declined' | undefined
  /** Null or empty for none. */
  note?: string | null | undefined
  /** The one that the editor saw. */
  revision?: number | undefined
}

type AdminStory = NonNullable<Awaited<ReturnType<typeof findAdminStory>>>

/** Carries out a decision whole or not at all: edit, transition, log and mail. A repeat changes nothing. */
export function transitionStory(
  id: string,
  decision: Decision,
  staff: Pick<StaffMember, 'id' | 'name'>,
): Promise<AdminStory> {
  return transaction(async () => {
    // The draft before the story, as when a revision is published.
    const draft = await lockDraft(id)
    const before = await lockAdminStory(id)
    if (!before) throw apiError('storyNotFound')
    const { change, move } = findChanges(before, decision)
    if (Object.keys(change).length === 0) return before
    if (decision.revision !== undefined && decision.revision !== before.revision)
      throw apiError('changedMeanwhile')
    // A conflict is the better explanation, so it is checked first.
    if (move && !moves[move].from.includes(before.state)) throw apiError('storyCannotMove')

    const isForReaders =
      move === 'published' || (isEdit(change) && staysWithReaders(before, change))
    if (isForReaders && draft?.consent) {
      if (isEdit(change) || !isStoredAsAgreed(draft)) throw apiError('consentAwaited')
      await setDraft(id, nothingAsked)
    }
    await setStory(id, isForReaders ? { ...change, ...approvedBy(staff.id) } : change)
    await editDraft(id, change, staff)
    const after = (await findAdminStory(id)) as AdminStory
    if (after.state === 'returned' && !after.reviewNote)
      throw apiError('invalid', { note: [noteMissing] })
    for (const { action, note } of actionsOf(change, move, after.reviewNote)) {
      await recordActivity(staff.name, action, { id, title: after.title, note: note ?? null })
    }
    if (move) await mailContributor(before, after)
    return after
  })
}

const isEdit = ({ title, summary }: StoryChange) => title !== undefined || summary !== undefined

/** They read it, or its time is to come, after the change too. */
function staysWithReaders(story: AdminStory, change: StoryChange): boolean {
  const { isPublished, publishAt } = { ...story, ...change }
  return isPublished || publishAt !== null
}

/** The contributor agreed to what the story's row holds. */
const isStoredAsAgreed = ({ consent, consentFor, stored }: DraftRow) =>
  consent === 'agreed' && consentFor === stored

/** What was edited here is what the story editor shows next. */
async function editDraft(
  id: string,
  change: StoryChange,
  { id: staffId, name }: Pick<StaffMember, 'id' | 'name'>,
) {
  const { title, summary, category, isFeatured } = change
  if ([title, summary, category, isFeatured].every((value) => value === undefined)) return
  const story = await findStoryOfDraft(id)
  if (story) await addToDraft(id, story, { id: staffId, name })
}

function findChanges(
  story: AdminStory,
  { note, revision: _, isPublished, status, ...rest }: Decision,
) {
  const states = [
    isPublished === true ? 'published' : undefined,
    isPublished === false && story.isPublished ? 'unpublished' : undefined,
    // What is published counts as submitted.
    isPublished === true && status === 'submitted' ? undefined : status,
  ].filter((state) => state !== undefined && state !== story.state) as StoryState[]
  if (states.length > 1) throw apiError('storyCannotMove')
  const [move] = states
  const wanted: StoryChange = {
    ...rest,
    // A note belongs to one transition.
    ...(move && { ...moves[move].sets, reviewNote: null }),
    ...(note !== undefined && { reviewNote: note || null }),
  } as StoryChange
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined && (name === 'status' || value !== story[name as keyof AdminStory]),
    ),
  ) as StoryChange
  return { change, move }
}

/** A note without a transition is logged as an edit. */
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

async function mailContributor(before: AdminStory, after: AdminStory) {
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
