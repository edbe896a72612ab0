import type { Undo } from '#contract/undo.ts'
import { beginNewsletter } from '#site/admin/lib/begin-newsletter.ts'
import { adminCall } from '#site/admin/lib/call.ts'
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

export async function featureStory(id: string): Promise<Done> {
  const { undo } = await callWithUndo('PATCH /admin/stories/:id', { id, isFeatured: true })
  return { message: { title: 'Featured' }, undo }
}

export async function unpublishStory(id: string): Promise<Done> {
  const { undo } = await callWithUndo('PATCH /admin/stories/:id', { id, isPublished: false })
  return { message: { title: 'Unpublished' }, undo }
}

/** The page is left for the editor. */
export async function addToNewsletter(story: { id: string; title: string }): Promise<Done> {
  await beginNewsletter([story])
  return {}
}
