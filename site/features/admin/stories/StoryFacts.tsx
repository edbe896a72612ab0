import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatMoment } from '#site/lib/admin/format.ts'
import { paragraphsOf } from '#site/lib/paragraphs.ts'
import { StateBadge } from './StateBadge.tsx'

/** Where a story stands, who sent it in, and what they were told. */
export function StoryFacts({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  return (
    <>
      <p className="desk-facts">
        <StateBadge state={story.state} />
        {story.isFeatured && <span className="badge badge-gold">Featured</span>}
        <span>Sent in {formatMoment(story.sentAt)}</span>
        {story.publishedAt && <span>Published {formatMoment(story.publishedAt)}</span>}
      </p>
      <p className="desk-by">
        {story.contributorEmail ? (
          <>
            Contributor:{' '}
            <a className="link review-mail" href={`mailto:${story.contributorEmail}`}>
              {story.contributorEmail}
            </a>
          </>
        ) : (
          'There is no account behind this story.'
        )}
      </p>
      {story.reviewNote && (
        <blockquote className="review-earlier">
          <p>Your note to the contributor:</p>
          {paragraphsOf(story.reviewNote).map((line, index) => (
            <p key={String(index)}>{line}</p>
          ))}
        </blockquote>
      )}
    </>
  )
}
