import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { hasDropCap, paragraphsOf } from '#site/lib/paragraphs.ts'
import { authorPicture, storyPicture } from '#site/lib/pictures.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { badgeClass } from '#site/ui/category-colours.ts'

/** A story as the reader will see it: with its words, its type and its picture, and nothing to press but its video. */
export function StoryPreview({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  const paragraphs = paragraphsOf(story.content)
  const picture = storyPicture(story, 'wide')
  const face = authorPicture(story.authorName, story.authorImageUrl)
  const video = videoAddress(story.videoUrl)
  return (
    <article className="review-paper" aria-label="As readers will see it">
      <span className={badgeClass(story.category)}>{story.category}</span>
      <h3 className="review-title">{story.title}</h3>
      <p className="review-summary">{story.summary}</p>
      <div className="review-author">
        <Picture className="cut" {...face} width={60} height={60} />
        <span>
          <b>{story.authorName}</b>
          <small>{story.authorRole}</small>
        </span>
      </div>
      <p className="desk-facts">
        <span className="meta">
          <AdminIcon name="clock" size={17} />
          {story.readTimeMinutes} min read
        </span>
        {story.publishedAt && (
          <span className="meta">
            <AdminIcon name="calendar" size={17} />
            {formatShortDate(story.publishedAt)}
          </span>
        )}
      </p>
      <Picture className="review-picture" {...picture} width={600} height={400} />
      {video && (
        <p className="review-video">
          <a
            className="link"
            href={video.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
          >
            Video on {video.host}
          </a>
        </p>
      )}
      <div className={hasDropCap(paragraphs) ? 'review-text cap' : 'review-text'}>
        {paragraphs.map((text, index) => (
          <p key={String(index)}>
            {text}
            {index === paragraphs.length - 1 && (
              <svg viewBox="0 0 24 12" aria-hidden="true">
                <path d="M0 12V9h6V6h6V3h6V0h6v12z" />
              </svg>
            )}
          </p>
        ))}
      </div>
    </article>
  )
}

interface PictureProps {
  className: string
  src: string
  srcset?: string | undefined
  sizes?: string | undefined
  fallback: string | undefined
  width: number
  height: number
}

/** Anybody's picture: it learns nothing of us, and where it is gone the drawn one stands in. */
function Picture({ srcset, fallback, ...image }: PictureProps) {
  return (
    <img
      // Another picture is another element: what stood in for the last one is forgotten.
      key={image.src}
      {...image}
      srcSet={srcset}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={({ currentTarget }) => {
        if (!fallback || currentTarget.src.endsWith(fallback)) return
        currentTarget.removeAttribute('srcset')
        currentTarget.src = fallback
      }}
    />
  )
}

function videoAddress(url: string | null): URL | undefined {
  return url && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined
}
