import { lazy, Suspense } from 'react'
import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { parseUrl } from '#contract/parse-url.ts'
import { factsClass, linkClass } from '#site/admin/ui/classes.ts'
import { authorPicture, storyPicture } from '#site/lib/pictures.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import { metaClass } from '#site/ui/classes.ts'
import { Icon } from '#site/ui/Icon.tsx'

/** Loaded separately: it contains the Markdown grammar, which is large. */
const PreviewText = lazy(async () => {
  const { PreviewText } = await import('./PreviewText.tsx')
  return { default: PreviewText }
})

/** A story as readers will see it: with its text, its type and its picture. Only its video is interactive. */
export function StoryPreview({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  const picture = storyPicture(story, 'wide')
  const face = authorPicture(story.authorName, story.authorImageUrl)
  const video = videoAddress(story.videoUrl)
  return (
    <article
      className="-mx-16 mt-20 border-y border-line bg-paper px-16 pb-32 pt-24 [overflow-wrap:anywhere] sm:mx-0 sm:border sm:px-32"
      aria-label="As readers will see it"
    >
      <span className={badgeClass(story.category)}>{story.category}</span>
      <h3 className="mb-12 mt-16 text-38/100 tracking-closer min-[68.75em]:text-50">
        {story.title}
      </h3>
      <p className="font-serif text-18/155 text-ink-2 min-[68.75em]:text-21">{story.summary}</p>
      <div className="mt-20 flex items-center gap-12 leading-140">
        <Picture className="cut step-4 h-60 w-60 object-cover" {...face} width={60} height={60} />
        <span>
          <b className="block font-semibold">{story.authorName}</b>
          <small className="text-14 text-ink-2">{story.authorRole}</small>
        </span>
      </div>
      <p className={factsClass}>
        <span className={metaClass}>
          <Icon name="clock" size={17} />
          {story.readTimeMinutes} min read
        </span>
        {story.publishedAt && (
          <span className={metaClass}>
            <Icon name="calendar" size={17} />
            {formatShortDate(story.publishedAt)}
          </span>
        )}
      </p>
      <Picture
        className="mt-20 aspect-[3/2] w-full object-cover"
        {...picture}
        width={600}
        height={400}
      />
      {video && (
        <p className="mt-16">
          <a
            className={linkClass}
            href={video.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
          >
            Video on {video.host}
          </a>
        </p>
      )}
      <div className="mx-auto mt-28 max-w-[680px] font-serif text-18/168 min-[68.75em]:text-20">
        <Suspense fallback={<p>Loading the text…</p>}>
          <PreviewText story={story} />
        </Suspense>
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

/** An external picture: it gets no referrer, and the art replaces it when it fails to load. */
function Picture({ srcset, fallback, ...image }: PictureProps) {
  return (
    <img
      // A key for each picture, so that the error state of the last one is not kept.
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
  return url && /^https?:/i.test(url) ? parseUrl(url) : undefined
}
