import type { FoundRun } from '#contract/kinds/kind.ts'
import type { Undo } from '#contract/undo.ts'
import { beginNewsletter } from '#site/admin/lib/begin-newsletter.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import type { Opened } from '#site/admin/lib/lists/last-opened.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'

/** What an action of the menu did, as its toast says it. */
export interface Done {
  message?: Message
  undo?: Undo | undefined
}

export async function rebuildSite(): Promise<Done> {
  await adminCall('POST /admin/site-build', {})
  return { message: adminMessages.buildStarted }
}

async function featureStory({ id }: Opened): Promise<Done> {
  const { undo } = await callWithUndo('PATCH /admin/stories/:id', { id, isFeatured: true })
  return { message: { title: 'Featured' }, undo }
}

async function unpublishStory({ id }: Opened): Promise<Done> {
  const { undo } = await callWithUndo('PATCH /admin/stories/:id', { id, isPublished: false })
  return { message: { title: 'Unpublished' }, undo }
}

/** The page is left for the editor. */
async function addToNewsletter(story: Opened): Promise<Done> {
  await beginNewsletter([story])
  return {}
}

/** What kinds name. */
export const menuActions: Record<FoundRun, (found: Opened) => Promise<Done>> = {
  featureStory,
  unpublishStory,
  addToNewsletter,
}
