import type { OutputOf } from '#contract/endpoints/contract.ts'
import { cardKeyOf } from '#markdown/issue-cards.ts'
import { hasDropCap, storyDocument } from '#markdown/story-text.ts'
import { StoryText } from '#site/ui/text/StoryText.tsx'

/** What a preview shows, of a story that is stored or of one that is written. */
export type PreviewedStory = Pick<
  OutputOf<'GET /admin/stories/:id'>,
  | 'title'
  | 'summary'
  | 'category'
  | 'authorName'
  | 'authorRole'
  | 'authorImageUrl'
  | 'imageUrl'
  | 'imageFocus'
  | 'videoUrl'
  | 'publishedAt'
  | 'readTimeMinutes'
  | 'content'
  | 'contentFormat'
  | 'pictures'
  | 'cards'
> &
  Partial<Pick<OutputOf<'GET /admin/stories/:id'>, 'contributorAge' | 'isFirst'>>

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
