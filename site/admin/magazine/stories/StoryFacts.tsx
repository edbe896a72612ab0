import type { OutputOf } from '#contract/endpoints/contract.ts'
import { paragraphsOf } from '#contract/text.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { bylineClass, factsClass } from '#site/admin/ui/classes.ts'
import { linkClass } from '#site/ui/classes.ts'
import { StateBadge } from './StateBadge.tsx'
import { awaitsTexts } from './story-labels.ts'

/** Where a story stands, who sent it in, and what they were told. */
export function StoryFacts({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  return (
    <>
      <p className={`${factsClass} !mt-0`}>
        <StateBadge {...story} />
        {story.isFeatured && <span className="badge bg-gold text-on-gold">Featured</span>}
        <span>Sent in {formatMoment(story.sentAt)}</span>
        {story.publishAt && <span>Goes live on {formatMoment(story.publishAt)}</span>}
        {story.publishedAt && <span>Published {formatMoment(story.publishedAt)}</span>}
      </p>
      <p className={bylineClass}>
        {story.contributorEmail ? (
          <>
            Contributor:{' '}
            <a
              className={`${linkClass} [overflow-wrap:anywhere]`}
              href={`mailto:${story.contributorEmail}`}
            >
              {story.contributorEmail}
            </a>
          </>
        ) : (
          'There is no account behind this story.'
        )}
      </p>
      {story.awaits && (
        <p className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          {awaitsTexts[story.awaits]}
        </p>
      )}
      {story.isChangedSinceApproval && (
        <p className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          It was approved before, and was changed since. Please read it again before you publish it.
        </p>
      )}
      {story.reviewNote && (
        <blockquote className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          <p className="font-semibold">Your note to the contributor:</p>
          {paragraphsOf(story.reviewNote).map((line, index) => (
            <p key={String(index)}>{line}</p>
          ))}
        </blockquote>
      )}
    </>
  )
}
