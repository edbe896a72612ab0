import type { OutputOf } from '#contract/endpoints/contract.ts'
import { hasDropCap, storyDocument } from '#markdown/story-text.ts'
import { StoryText } from '#site/ui/StoryText.tsx'

/** The text of a story as its page shows it. */
export function PreviewText({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  const doc = storyDocument(story)
  return <StoryText doc={doc} pictures={story.pictures} hasDropCap={hasDropCap(doc)} />
}
