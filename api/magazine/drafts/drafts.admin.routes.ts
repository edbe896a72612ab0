import type { Routes } from '#api/http/serve.ts'
import { openRevision, pageOfRevisions } from '#api/magazine/documents/save-document.ts'
import { lockDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import { snapshotStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { apiError } from '#contract/errors.ts'
import { pageOf } from '#db/sql.ts'
import { askContributor } from './ask-contributor.ts'
import {
  countDrafts,
  findByline,
  listCalendar,
  listDrafts,
  markDraftDeleted,
} from './drafts.queries.ts'
import { mayOpen, openDraft, saveDraft } from './edit-draft.ts'
import { publishDraft, sendDraft, unpublishStory } from './publish-draft.ts'

export function draftsRoutes({ serve }: Routes, { storePicture }: { storePicture: StorePicture }) {
  serve('GET /admin/drafts', (page, { staff }) => {
    const ownerId = staff.role === 'author' ? staff.id : undefined
    return pageOf(
      page,
      (slice) => listDrafts({ ownerId, ...slice }),
      () => countDrafts(ownerId),
    )
  })

  serve(
    'GET /admin/byline',
    async (_, { staff }) => (await findByline(staff.id)) ?? { authorName: '', authorRole: '' },
  )

  serve('GET /admin/drafts/:id', ({ id }, { staff }) => openDraft(id, staff))

  serve('PUT /admin/drafts/:id', (save, { staff }) => saveDraft(save, staff))

  serve('DELETE /admin/drafts/:id', async ({ id, number }, { staff }) => {
    const { fields, story } = await openDraft(id, staff)
    const asked = { kind: 'draft', id, staffId: staff.id, snapshot: snapshotStory } as const
    await undoable(asked, async (undo) => {
      const head = (await lockDraft(id))?.head ?? 0
      if (number !== undefined && head !== number) throw apiError('changedMeanwhile')
      await markDraftDeleted(id, staff.name)
      const action = story ? 'storyChangesDiscarded' : 'draftDiscarded'
      await recordActivity(staff.name, action, { id, title: fields.title, undo })
    })
    return { status: 'discarded' as const }
  })

  serve('GET /admin/drafts/:id/revisions', async (list, { staff }) => {
    await openDraft(list.id, staff)
    return pageOfRevisions('story', list)
  })

  serve('GET /admin/drafts/:id/revisions/:number', async ({ id, number }, { staff }) => {
    await openDraft(id, staff)
    return openRevision('story', id, number)
  })

  serve('POST /admin/drafts/:id/restore', async ({ number, ...save }, { staff }) => {
    await openDraft(save.id, staff)
    const { fields } = await openRevision('story', save.id, number)
    await saveDraft({ ...save, fields, kind: 'restored' }, staff)
    return openDraft(save.id, staff)
  })

  serve('POST /admin/drafts/:id/publish', async (input, { staff }) => {
    await publishDraft(input, staff)
    return openDraft(input.id, staff)
  })

  serve('POST /admin/drafts/:id/unpublish', async ({ id }, { staff }) => {
    await unpublishStory(id, staff)
    return openDraft(id, staff)
  })

  serve('POST /admin/drafts/:id/send', async (input, { staff }) => {
    await sendDraft(input, staff)
    return openDraft(input.id, staff)
  })

  serve('POST /admin/drafts/:id/ask', async (input, { staff }) => {
    await askContributor(input, staff)
    return openDraft(input.id, staff)
  })

  serve('GET /admin/calendar', async ({ month }, { staff }) => {
    const events = await listCalendar(monthInLagos(month ?? dayOf(new Date()).slice(0, 7)))
    return events.map((event) => ({ ...event, mayEdit: mayOpen(staff, event, event) }))
  })

  serve('POST /admin/uploads', ({ file }, { staff }) =>
    storePicture(file, null, undefined, staff.id),
  )
}

/** Lagos is an hour ahead of UTC all year. */
function monthInLagos(month: string) {
  const from = new Date(`${month}-01T00:00:00+01:00`)
  const [year = 0, ordinal = 1] = month.split('-').map(Number)
  const next = ordinal === 12 ? `${year + 1}-01` : `${year}-${String(ordinal + 1).padStart(2, '0')}`
  return { from: from.toISOString(), to: new Date(`${next}-01T00:00:00+01:00`).toISOString() }
}
