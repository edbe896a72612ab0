import { lazy, type ReactNode, Suspense } from 'react'
import { ageBandWords } from '#contract/magazine/age-bands.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { draftPicture } from '#site/admin/lib/pictures/draft-picture.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { authorPicture, focusClass } from '#site/lib/pages/pictures.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import type { PreviewedStory } from './PreviewText.tsx'

/** It is loaded separately: it contains the Markdown grammar, which is large. */
const PreviewText = lazy(async () => {
  const { PreviewText } = await import('./PreviewText.tsx')
  return { default: PreviewText }
})

interface Props {
  story: PreviewedStory
  /** They stand between the author and the text. */
  children?: ReactNode
}

/** A story as readers will see it: with its text, its type and its picture. Only its video is interactive. */
export function StoryPreview({ story, children }: Props) {
  const picture = draftPicture(story, 'wide')
  const face = authorPicture(story.authorName, story.authorImageUrl)
  const video = videoAddress(story.videoUrl)
  return (
    <article
      className="-mx-16 pb-32 [overflow-wrap:anywhere] sm:-mx-24 md:mx-auto md:max-w-[720px] md:pt-8"
      aria-label="As readers will see it"
    >
      <Picture
        className={`aspect-[19/10] w-full object-cover ${focusClass(story.imageFocus) ?? ''}`}
        {...picture}
        width={720}
        height={379}
      />
      <div className="px-16 pt-18 sm:px-24 md:px-0">
        {story.category && <span className={badgeClass(story.category)}>{story.category}</span>}
        <h3 className="mb-8 mt-12 text-38/100 tracking-closer md:text-50">{story.title}</h3>
        <p className="font-serif text-18/155 text-ink-2 md:text-21">{story.summary}</p>
        <div className="mt-14 flex items-center gap-12 border-t border-line pt-14 leading-140">
          <Picture className="cut step-4 size-44 object-cover" {...face} width={44} height={44} />
          <p className="min-w-0">
            <b className="block font-semibold">{story.authorName}</b>
            <span className="text-14 text-ink-2">{factsOf(story).join(' · ')}</span>
          </p>
        </div>
        {children}
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
        <div className="mt-12 font-serif text-18/168 md:text-20">
          <Suspense fallback={<p>Loading the text…</p>}>
            <PreviewText story={story} />
          </Suspense>
        </div>
      </div>
    </article>
  )
}

/** What an editor asks about an author first. */
function factsOf({ authorRole, contributorAge, isFirst, readTimeMinutes }: Props['story']) {
  const age = contributorAge === '18+' ? undefined : contributorAge
  return [
    age ? `${authorRole}, ${ageBandWords[age]}` : authorRole,
    isFirst ? 'first story' : undefined,
    `${readTimeMinutes} min read`,
  ].filter(Boolean)
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
