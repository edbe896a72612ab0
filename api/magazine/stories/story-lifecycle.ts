import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { type Snapshot, undoable } from '#api/staff/activity/undo.queries.ts'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { apiError } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import type { GoneReason } from '#contract/magazine/gone-stories.ts'
import { lacksAgreement, peopleMissing } from '#contract/magazine/provenance.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import { deleteGone, insertGone } from './gone-stories.queries.ts'
import { type ChangeNote, insertCorrection, insertUpdate } from './story-changes.queries.ts'
import { type DraftRow, lockDraft, noConsent, setDraft } from './story-drafts.queries.ts'
import {
  approvedBy,
  deleteStoryRow,
  deleteStoryRowsOf,
  eraseStoryRows,
  expireDeletedStoriesOf,
  findKeptStory,
  findStoryInWork,
  type ImportedStory,
  insertImportedStory,
  insertStory,
  keepDraftOf,
  listStoriesToErase,
  lockDueStories,
  lockEngagement,
  lockPublicStoriesOf,
  lockStory,
  markStoryDeleted,
  type NewStory,
  restoreStory,
  type StoryChange,
  type StoryInWork,
  snapshotStory,
  updateImportedStory,
  updateStory,
} from './story-lifecycle.queries.ts'

// Every move of a story: what review, editor, schedule, contributor, guardian and Undo may do with it, and what follows.
// Whether a text may be public is checked by the database (`check_may_publish`). Nothing else writes rows of stories.

/** `new` stands for what is not stored yet. */
type State = StoryState | 'new' | 'deleted'

interface Transition {
  from: readonly State[]
  sets: StoryChange
  /** Writes what else belongs to the transition. */
  also?: (id: string, by: Actor) => Promise<void>
  /** Without it the transition is not logged. */
  logs?: ActivityAction
}

const offTheSchedule = { publishAt: null, unpublishAt: null }
const unseen = ['new', 'submitted', 'returned', 'declined', 'unpublished'] as const

export const transitions = {
  publish: {
    from: unseen,
    sets: { isPublished: true, status: 'submitted', publishAt: null },
    also: deleteGone,
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
  /** One of the staff sends it to the review queue. */
  send: {
    from: ['new', 'submitted', 'returned'],
    sets: { status: 'submitted' },
    logs: 'storySent',
  },
  /** The contributor does it. */
  submit: { from: ['new', 'submitted', 'returned', 'declined'], sets: { status: 'submitted' } },
  edit: { from: storyStates, sets: {}, logs: 'storyEdited' },
  feature: { from: storyStates, sets: { isFeatured: true }, logs: 'storyFeatured' },
  unfeature: { from: storyStates, sets: { isFeatured: false }, logs: 'storyUnfeatured' },
  delete: {
    from: storyStates,
    sets: { isPublished: false, ...offTheSchedule },
    also: (id, by) => markStoryDeleted(id, by.name),
    logs: 'storyDeleted',
  },
  /** Unpublished. It is logged as all that is brought back is (deleted.admin.routes.ts). */
  bringBack: {
    from: ['deleted'],
    sets: { deletedAt: null, deletedBy: null },
    also: async (id) => {
      await deleteGone(id)
      await keepDraftOf(id)
    },
  },
} satisfies Record<string, Transition>

export type StoryTransition = keyof typeof transitions

export const leadingTo = {
  published: 'publish',
  unpublished: 'unpublish',
  returned: 'return',
  declined: 'decline',
  submitted: 'reopen',
} as const satisfies Record<StoryState, StoryTransition>

const mayFollow = (name: StoryTransition, state: State) =>
  (transitions[name] as Transition).from.includes(state)

export const statesAfter = (state: StoryState): StoryState[] =>
  storyStates.filter((target) => mayFollow(leadingTo[target], state))

/** The names are those of the activity log. */
export interface Actor {
  /** The staff member who approves what becomes public. */
  id: string | null
  name: string
}

interface TransitionOptions {
  by: Actor
  /** It is written together with the transition. */
  change?: StoryChange
  /** The draft's revision that is written; undefined if the text is in no draft. */
  revision?: number | null | undefined
  /** What readers are told of a change to what they see. */
  told?: ChangeNote | undefined
  /** It stands in the log entry of the last transition. */
  note?: string | null | undefined
  /** The Undo that its log entry and its mails belong to. */
  undo?: string | undefined
}

/** A deleted one is moved too. */
type MovedStory = Omit<StoryInWork, 'state'> & { state: StoryState | 'deleted' }

/**
 * Applies transitions together, with approval, log and mails, in the transaction of `lockStory`. Throws if the story's state
 * forbids one of them, or its contributor was asked and has not agreed to this revision.
 */
export async function carryOut(
  { draft, story }: { draft: DraftRow | undefined; story: MovedStory },
  names: readonly StoryTransition[],
  { by, change = {}, revision, told, note, undo }: TransitionOptions,
): Promise<StoryInWork> {
  const steps = names.map((name): Transition => transitions[name])
  if (!steps.every(({ from }) => from.includes(story.state)))
    throw apiError('invalidStoryTransition')
  const written = Object.assign({}, ...steps.map(({ sets }) => sets), change) as StoryChange
  const { isPublished, publishAt } = { ...story, ...written }
  const isForReaders =
    (names.includes('publish') || changesWords(written)) && (isPublished || publishAt !== null)
  if (isForReaders || names.includes('send')) requireConsent(draft, revision)
  if (isForReaders && by.id) requireAgreement({ ...story, ...written }, story)
  if (isForReaders && draft?.consent) await setDraft(story.id, noConsent)
  await updateStory(story.id, { ...written, ...(isForReaders && by.id && approvedBy(by.id)) })
  if (story.isPublished && isPublished) await tellReaders(story, written, told)
  for (const { also } of steps) await also?.(story.id, by)
  // One that is deleted now is told of as it was.
  const after = ((await findStoryInWork(story.id)) ?? story) as StoryInWork
  if (after.state === 'returned' && !after.reviewNote) {
    throw apiError('invalid', { note: [noteMissing] })
  }
  await logAll(after, steps, by, { note, undo })
  await mailContributor(names, story, after, undo)
  return after
}

/** The same for a new story. Resolves to its id. */
export async function begin(
  story: NewStory,
  name: 'publish' | 'schedule' | 'send' | 'submit',
  {
    by,
    draft,
    revision,
    undo,
  }: Pick<TransitionOptions, 'by' | 'revision' | 'undo'> & { draft?: DraftRow | undefined },
): Promise<string> {
  requireConsent(draft, revision)
  const step: Transition = transitions[name]
  const isForReaders = name === 'publish' || name === 'schedule'
  if (isForReaders) requireAgreement(story)
  const id = await insertStory({
    ...story,
    ...step.sets,
    ...(isForReaders && by.id && approvedBy(by.id)),
  })
  await logAll({ id, title: story.title }, [step], by, { undo })
  return id
}

/** Unpublishes or unschedules; a repeat changes nothing. */
export async function takeDown(
  locked: { draft: DraftRow | undefined; story: StoryInWork },
  by: Actor,
  undo?: string,
) {
  const { isPublished, publishAt } = locked.story
  if (!isPublished && !publishAt) return
  await carryOut(locked, [isPublished ? 'unpublish' : 'unschedule'], { by, undo })
}

/** Unpublishes and unschedules all stories of an author whose guardian withdraws. Resolves to the titles. */
export async function takeDownStoriesOf(readerId: string, by: Actor): Promise<string[]> {
  const stories = await lockPublicStoriesOf(readerId)
  await expireDeletedStoriesOf(readerId)
  const note = 'The agreement of the guardian was withdrawn.'
  for (const { id, isPublished } of stories) {
    const story = (await findStoryInWork(id)) as StoryInWork
    await carryOut({ draft: undefined, story }, [isPublished ? 'unpublish' : 'unschedule'], {
      by,
      note,
    })
  }
  const ids = stories.map(({ id }) => id)
  await insertGone(ids, 'author')
  return stories.map(({ title }) => title)
}

/** Well below the ten seconds within which pages must change (specification 4.8, 9.4). */
const scheduleMs = 2_000

/** Publishes and unpublishes stories by their schedule, on any number of replicas. */
export function startSchedule(log: Logger) {
  return startLoop({
    work: followSchedule,
    everyMs: scheduleMs,
    log,
    failure: 'publishing scheduled stories failed',
  })
}

/** Publishes and unpublishes due stories. */
export function followSchedule(): Promise<void> {
  return transaction(async () => {
    for (const { id, isComing } of await lockDueStories()) {
      const story = (await findStoryInWork(id)) as StoryInWork
      const left = story.isPublished ? 'unpublish' : 'unschedule'
      await carryOut({ draft: undefined, story }, [isComing ? 'publish' : left], {
        by: { id: null, name: 'The schedule' },
      })
    }
  })
}

/** Deletes a story for staff: this can be undone, and the story be brought back for 30 days. */
export function deleteStory(
  id: string,
  by: { id: string; name: string },
  reason: GoneReason = 'us',
): Promise<void> {
  const asked = { kind: 'story', id, staffId: by.id, snapshot: snapshotStory } as const
  return undoable(asked, async (undo) => {
    const { draft, story } = await lockStory(id)
    if (!story) throw apiError('storyNotFound')
    await carryOut({ draft, story }, ['delete'], { by, undo })
    await insertGone([id], reason)
  })
}

/** Brings it back within 30 days. Resolves to nothing if it is gone. */
export async function bringBackStory(id: string, by: Actor): Promise<StoryInWork | undefined> {
  const { draft } = await lockStory(id)
  const story = await findKeptStory(id)
  return story && carryOut({ draft, story: { ...story, state: 'deleted' } }, ['bringBack'], { by })
}

/** One that staff have deleted, for good. */
export const eraseStory = (id: string) => eraseStoryRows([id])

/** Deleted stories that nobody may bring back any more. */
export function eraseDeletedStories(): Promise<void> {
  return transaction(async () => eraseStoryRows((await listStoriesToErase()).map(({ id }) => id)))
}

/** Deletes for good what was never published, whether staff had deleted it or not. Resolves to whether it was there. */
export function withdrawStory(id: string, authorId: string): Promise<boolean> {
  return transaction(async () => {
    await lockDraft(id)
    // The publisher may be deleting it at the same moment.
    await lockEngagement({ alone: false })
    return (await deleteStoryRow(id, authorId)) !== undefined
  })
}

/** Erases all stories of a deleted account, or those never published or deleted by staff. Lock the reader first. */
export const eraseStoriesOf = (readerId: string, { all }: { all: boolean }) =>
  deleteStoryRowsOf(readerId, { all })

/**
 * Returns to the rows as they were before a transition: one that began the story erases it. What comes back to readers
 * is checked by the database as ever.
 */
export const returnTo = (id: string, before: Snapshot) => restoreStory(id, before)

/**
 * It has any state that the source had; what was public there counts as read. `revision`: of the story that an earlier
 * run stored. Resolves to the new one, or to nothing when the story was changed here since.
 */
export const storeImportedStory = (
  { id, ...story }: ImportedStory & { id: string },
  revision: number | undefined,
): Promise<number | undefined> =>
  revision === undefined
    ? insertImportedStory({ id, ...story })
    : updateImportedStory(id, revision, story)

/** The agreement covers the revision that was shown, no later one. */
function requireConsent(draft: DraftRow | undefined, revision: number | null | undefined) {
  if (!draft?.consent) return
  if (draft.consent !== 'agreed' || draft.consentFor !== revision) throw apiError('consentAwaited')
}

/** The schedule publishes what was checked as it was scheduled. */
function requireAgreement(
  { imageUrl = null, content = '', peopleAgree = false }: StoryChange,
  before?: MovedStory,
) {
  if (lacksAgreement({ imageUrl, content, peopleAgree }, before))
    throw apiError('invalid', { peopleAgree: [peopleMissing] })
}

const words = [
  ...(['title', 'summary', 'content', 'authorName', 'authorRole', 'imageUrl', 'imageAlt'] as const),
  ...(['imageFocus', 'videoUrl'] as const),
]
const changesWords = (change: StoryChange) => words.some((name) => name in change)

/** Other words of which nobody says what they are count as an update. */
async function tellReaders(story: MovedStory, change: StoryChange, told?: ChangeNote) {
  const { kind } = told ?? { kind: 'update' }
  if (told?.kind === 'correction') await insertCorrection(story.id, told)
  const isOther = words.some((name) => name in change && change[name] !== story[name])
  if (kind === 'update' && isOther) await insertUpdate(story.id)
}

async function logAll(
  { id, title }: { id: string; title: string },
  steps: readonly Transition[],
  by: Actor,
  { note, undo }: Pick<TransitionOptions, 'note' | 'undo'> = {},
) {
  for (const [index, { logs }] of steps.entries()) {
    const isLast = index === steps.length - 1
    if (logs) {
      await recordActivity(by.name, logs, { id, title, note: (isLast && note) || null, undo })
    }
  }
}

/** Tells them of the first publication, and of a return or decline. */
async function mailContributor(
  names: readonly StoryTransition[],
  before: Pick<StoryInWork, 'publishedAt'>,
  {
    id: storyId,
    slug,
    title,
    reviewNote: note,
    contributorEmail,
    contributorFirstName,
  }: StoryInWork,
  undo?: string,
) {
  if (!contributorEmail) return
  const about = { firstName: contributorFirstName, title }
  if (names.includes('publish') && !before.publishedAt) {
    await queueMail('storyPublished', contributorEmail, { ...about, storyId, slug }, undo)
  }
  if (names.includes('return') && note) {
    await queueMail('storyReturned', contributorEmail, { ...about, storyId, note }, undo)
  }
  if (names.includes('decline')) {
    await queueMail('storyDeclined', contributorEmail, { ...about, note }, undo)
  }
}
