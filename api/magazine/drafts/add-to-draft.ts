import { randomUUID } from 'node:crypto'
import { type FieldsOf, insertRevision } from '#api/magazine/documents/documents.queries.ts'
import type { StoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { plainToMarkdown } from '#markdown/story-text.ts'
import { holdStory, lockDraft, setDraft } from './drafts.queries.ts'

/** As a draft has them; a plain text with its signs escaped, each line break a paragraph. */
export function fieldsOf(story: StoryInWork): FieldsOf['story'] {
  const { title, summary, category, authorName, authorRole, imageAlt, imageFocus, isFeatured } =
    story
  return {
    title,
    summary,
    category,
    authorName,
    authorRole,
    content: story.contentFormat === 'plain' ? plainToMarkdown(story.content) : story.content,
    imageUrl: story.imageUrl ?? '',
    imageAlt,
    imageFocus,
    videoUrl: story.videoUrl ?? '',
    seriesTitle: story.seriesTitle ?? '',
    seriesPart: String(story.seriesPart ?? ''),
    isFeatured,
  }
}

/** What the story's row holds, as the first revision of its draft. Resolves to its number; to nothing when the story is gone. */
export async function insertOriginalRevision(story: StoryInWork): Promise<number | undefined> {
  if (!(await holdStory(story.id))) return undefined
  const { number } = await insertRevision('story', story.id, {
    saveId: randomUUID(),
    fields: fieldsOf(story),
    kind: 'original',
    savedBy: null,
    savedByName: story.authorName,
  })
  await setDraft(story.id, { head: number, stored: number })
  return number
}

/** A change that was made elsewhere (in the review queue, by the contributor) is what the editor shows next. */
export async function addToDraft(
  id: string,
  story: StoryInWork,
  by: { id: string | null; name: string },
) {
  if (!(await lockDraft(id))) return
  const added = await insertRevision('story', id, {
    saveId: randomUUID(),
    fields: fieldsOf(story),
    kind: 'saved',
    savedBy: by.id,
    savedByName: by.name,
  })
  await setDraft(id, { head: added.number, stored: added.number })
}
