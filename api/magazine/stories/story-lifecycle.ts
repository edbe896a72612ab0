import {
  type DraftRow,
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
  deleteStoryRow,
  findStoryInWork,
  insertStory,
  lockEngagement,
  lockPublicStoriesOf,
  type NewStory,
  publishDue,
  type StoryChange,
  type StoryInWork,
  updateStory,
} from './story-lifecycle.queries.ts'

// What may become of a story: review, editor, schedule, contributor and guardian all come through here. Whether readers may
// see a text is judged by the database (`check_may_publish`).

interface Transition {
  from: readonly (StoryState | 'new')[]
  sets: StoryChange
  /** Nothing where the contributor's own mail says it. */
  logs?: ActivityAction
}

const offTheSchedule = { publishAt: null, unpublishAt: null }
const unseen = ['new', 'submitted', 'returned', 'declined', 'unpublished'] as const

export const transitions = {
  publish: {
    from: unseen,
    sets: { isPublished: true, status: 'submitted', publishAt: null },
    logs: 'storyPublished',
  },
  schedule: { from: unseen, sets: { status: 'submitted' }, logs: 'storyScheduled' },
  unpublish: {
    from: ['published'],
    sets: { isPublished: false, ...offTheSchedule },
    logs: 'storyUnpublished',
  },
  unschedule: { from: unseen, sets: offTheSchedule, logs: 'storyUnscheduled' },
  return: {
    from: ['submitted'],
    sets: { status: 'returned', ...offTheSchedule },
    logs: 'storyReturned',
  },
  decline: {
    from: ['submitted', 'returned'],
    sets: { status: 'declined', ...offTheSchedule },
    logs: 'storyDeclined',
  },
  reopen: { from: ['returned', 'declined'], sets: { status: 'submitted' }, logs: 'storyReopened' },
  /** By one of the staff, to the review queue. */
  send: {
    from: ['new', 'submitted', 'returned'],
    sets: { status: 'submitted' },
    logs: 'storySent',
  },
  /** By the contributor. */
  submit: { from: ['new', 'submitted', 'returned', 'declined'], sets: { status: 'submitted' } },
  edit: { from: storyStates, sets: {}, logs: 'storyEdited' },
  feature: { from: storyStates, sets: { isFeatured: true }, logs: 'storyFeatured' },
  unfeature: { from: storyStates, sets: { isFeatured: false }, logs: 'storyUnfeatured' },
} satisfies Record<string, Transition>

export type StoryTransition = keyof typeof transitions

/** The transitions of a review, by the state that each leads to. */
export const leadingTo = {
  published: 'publish',
  unpublished: 'unpublish',
  returned: 'return',
  declined: 'decline',
  submitted: 'reopen',
} as const satisfies Record<StoryState, StoryTransition>

const mayFollow = (name: StoryTransition, state: StoryState | 'new') =>
  (transitions[name] as Transition).from.includes(state)

/** The states that a review may lead to. */
export const statesAfter = (state: StoryState): StoryState[] =>
  storyStates.filter((target) => mayFollow(leadingTo[target], state))

/** Whoever does it, as the activity log names them. */
export interface Actor {
  /** Of one of the staff, who has read what readers will see. */
  id: string | null
  name: string
}

interface Carrying {
  by: Actor
  /** What is written with it. */
  change?: StoryChange
  /** The draft's revision that is written; undefined for words that are in no draft. */
  revision?: number | null | undefined
  /** In the log, beside the last transition. */
  note?: string | null | undefined
}

/**
 * Carries out transitions as one, in the transaction of `lockStory`: what is written, who approved it, log and mails. Throws
 * where the story's state forbids one of them, or its contributor was asked and has not agreed to these very words.
 */
export async function carryOut(
  { draft, story }: { draft: DraftRow | undefined; story: StoryInWork },
  names: readonly StoryTransition[],
  { by, change = {}, revision, note }: Carrying,
): Promise<StoryInWork> {
  const steps = names.map((name): Transition => transitions[name])
  if (!steps.every(({ from }) => from.includes(story.state)))
    throw apiError('invalidStoryTransition')
  const written = Object.assign({}, ...steps.map(({ sets }) => sets), change) as StoryChange
  const { isPublished, publishAt } = { ...story, ...written }
  const isForReaders =
    (names.includes('publish') || changesWords(written)) && (isPublished || publishAt !== null)
  if (isForReaders || names.includes('send')) requireConsent(draft, revision)
  if (isForReaders && draft?.consent) await setDraft(story.id, nothingAsked)
  await updateStory(story.id, { ...written, ...(isForReaders && by.id && approvedBy(by.id)) })
  const after = (await findStoryInWork(story.id)) as StoryInWork
  if (after.state === 'returned' && !after.reviewNote) {
    throw apiError('invalid', { note: [noteMissing] })
  }
  await logAll(after, steps, by, note)
  await mailContributor(names, story, after)
  return after
}

/** The same for a story that has no row yet. Resolves to its id. */
export async function begin(
  story: NewStory,
  name: 'publish' | 'schedule' | 'send' | 'submit',
  { by, draft, revision }: Pick<Carrying, 'by' | 'revision'> & { draft?: DraftRow | undefined },
): Promise<string> {
  requireConsent(draft, revision)
  const step: Transition = transitions[name]
  const isForReaders = name === 'publish' || name === 'schedule'
  const id = await insertStory({
    ...story,
    ...step.sets,
    ...(isForReaders && by.id && approvedBy(by.id)),
  })
  await logAll({ id, title: story.title }, [step], by)
  return id
}

/** Off the site, or off the schedule; a repeat changes nothing. */
export async function takeDown(
  locked: { draft: DraftRow | undefined; story: StoryInWork },
  by: Actor,
  note?: string,
) {
  const { isPublished, publishAt } = locked.story
  if (!isPublished && !publishAt) return
  await carryOut(locked, [isPublished ? 'unpublish' : 'unschedule'], { by, note })
}

/** All that readers see of an author or will see, when their guardian agrees no more. Resolves to the titles. */
export async function takeDownStoriesOf(readerId: string, by: Actor): Promise<string[]> {
  const stories = await lockPublicStoriesOf(readerId)
  for (const { id, title, isPublished } of stories) {
    const { sets, logs } = transitions[isPublished ? 'unpublish' : 'unschedule']
    await updateStory(id, sets)
    const note = 'The agreement of the guardian was withdrawn.'
    await recordActivity(by.name, logs, { id, title, note })
  }
  return stories.map(({ title }) => title)
}

/** Publishes and takes down what is due. */
export function followSchedule(): Promise<void> {
  return transaction(async () => {
    for (const { id, title, isPublished, isFirst, isRefused } of await publishDue()) {
      const left = isRefused ? 'unschedule' : 'unpublish'
      const { logs } = transitions[isPublished ? 'publish' : left]
      await recordActivity('The schedule', logs, { id, title })
      if (!isPublished || !isFirst) continue
      const story = (await findStoryInWork(id)) as StoryInWork
      await mailContributor(['publish'], { ...story, publishedAt: null }, story)
    }
  })
}

/** For good, with likes, ratings and draft. */
export function deleteStory(id: string, by: Actor): Promise<void> {
  return transaction(async () => {
    // Not the story: whoever likes it locks that last.
    await lockDraft(id)
    await lockEngagement({ alone: true })
    const gone = await deleteStoryRow(id)
    if (!gone) throw apiError('storyNotFound')
    await recordActivity(by.name, 'storyDeleted', { id, title: gone.title })
  })
}

/** By its contributor, before anybody has read it. Resolves to whether there was one. */
export function withdrawStory(id: string, authorId: string): Promise<boolean> {
  return transaction(async () => {
    await lockDraft(id)
    // The publisher may be deleting it in this moment.
    await lockEngagement({ alone: false })
    return (await deleteStoryRow(id, authorId)) !== undefined
  })
}

/** Agreed to is the revision that they saw, not what was written since. */
function requireConsent(draft: DraftRow | undefined, revision: number | null | undefined) {
  if (!draft?.consent) return
  if (draft.consent !== 'agreed' || draft.consentFor !== revision) throw apiError('consentAwaited')
}

const words = [
  ...['title', 'summary', 'content', 'authorName', 'authorRole', 'imageUrl', 'imageAlt'],
  ...['imageFocus', 'videoUrl'],
]
const changesWords = (change: StoryChange) => words.some((name) => name in change)

async function logAll(
  { id, title }: { id: string; title: string },
  steps: readonly Transition[],
  by: Actor,
  note?: string | null,
) {
  for (const [index, { logs }] of steps.entries()) {
    const isLast = index === steps.length - 1
    if (logs) await recordActivity(by.name, logs, { id, title, note: (isLast && note) || null })
  }
}

/** Of a first publication, and of a decision that has a note. */
async function mailContributor(
  names: readonly StoryTransition[],
  before: Pick<StoryInWork, 'publishedAt'>,
  { id: storyId, title, reviewNote: note, contributorEmail, contributorFirstName }: StoryInWork,
) {
  if (!contributorEmail) return
  const about = { firstName: contributorFirstName, title }
  if (names.includes('publish') && !before.publishedAt) {
    await queueMail('storyPublished', contributorEmail, { ...about, storyId })
  }
  if (names.includes('return') && note) {
    await queueMail('storyReturned', contributorEmail, { ...about, storyId, note })
  }
  if (names.includes('decline')) {
    await queueMail('storyDeclined', contributorEmail, { ...about, note })
  }
}
