import { errorSentences } from '#contract/error-sentences.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { StoryState } from '#contract/states.ts'
import { RevisionsPage } from '#site/admin/editor/revisions/RevisionsPage.tsx'
import type { RevisionSource } from '#site/admin/editor/revisions/use-revisions.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import type { DraftFields } from './editor/story-store.ts'

/** The label of the story's current revision. */
const storedLabels: Record<StoryState, string> = {
  published: 'What readers see now',
  submitted: 'What waits for review',
  returned: 'What was returned',
  declined: 'What was declined',
  unpublished: 'What readers saw',
}

const source: RevisionSource<DraftFields> = {
  thing: 'story',
  list: 'the stories',
  listPath: staffPaths.stories,
  editPath: staffPaths.editStory,
  missing: { title: 'Story Not Found', text: errorSentences[404].storyNotFound },
  async open(id) {
    const { stored, story, fields, ...draft } = await adminCall('GET /admin/drafts/:id', { id })
    const isStored = stored !== null && story
    return {
      ...draft,
      title: fields.title,
      stored: isStored ? { number: stored, label: storedLabels[story.state] } : undefined,
      isClosed: false,
    }
  },
  revisions: (page) => adminCallPage('GET /admin/drafts/:id/revisions', page),
  revision: (one) => adminCall('GET /admin/drafts/:id/revisions/:number', one),
  restore: async (wanted) => (await adminCall('POST /admin/drafts/:id/restore', wanted)).head,
  compared: { title: 'Title', summary: 'Summary', category: 'Category', content: 'Text' },
  others: {
    authorName: 'author',
    authorRole: 'role of the author',
    imageUrl: 'picture',
    imageAlt: 'description of the picture',
    imageFocus: 'focus of the picture',
    videoUrl: 'video',
    aiUse: 'use of AI',
    imageCredit: 'credit of the picture',
    imageLicence: 'licence of the picture',
    imageSource: 'source of the picture',
    peopleAgree: 'whether the people in its pictures agree',
    seriesTitle: 'series',
    seriesPart: 'part of the series',
    isFeatured: 'whether it is featured',
  },
}

/** Why an island? Two states are chosen and compared in place, and only a token opens them. */
export const StoryRevisions = adminIsland(() => <RevisionsPage source={source} />)
