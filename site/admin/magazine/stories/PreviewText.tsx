import { cardKeyOf } from '#markdown/letter-cards.ts'
import { hasDropCap, storyDocument } from '#markdown/story-text.ts'
import { StoryText } from '#site/ui/StoryText.tsx'
import type { PreviewedStory } from './StoryPreview.tsx'

/** The text of a story as its page shows it. */
export function PreviewText({ story }: { story: PreviewedStory }) {
  const doc = storyDocument(story)
  return (
    <StoryText
      doc={doc}
      pictures={story.pictures}
      hasDropCap={hasDropCap(doc)}
      cardKeyOf={(block) => cardKeyOf(block)}
      cards={story.cards}
    />
  )
}
