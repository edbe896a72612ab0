import { useLayoutEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { paths } from '#site/lib/paths.ts'
import type { storyPicture } from '#site/lib/pictures.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { startSwiper, type Turning } from './start-swiper.ts'

type CarouselStory = Pick<
  OutputOf<'GET /stories'>[number],
  | 'id'
  | 'title'
  | 'category'
  | 'excerpt'
  | 'views'
  | 'readTimeMinutes'
  | 'rating'
  | 'authorName'
  | 'authorRole'
> & { picture: ReturnType<typeof storyPicture> }

/** Why an island? It turns by itself, by drag and by buttons. Until then it is a row that scrolls and snaps. */
export function Carousel({ stories }: { stories: CarouselStory[] }) {
  const root = useRef<HTMLDivElement>(null)
  const turning = useRef<Promise<Turning>>(undefined)
  const [shown, setShown] = useState(0)
  const [isLive, setLive] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const total = stories.length

  // Before the press that woke the island is carried out, which may be sooner than React runs a plain effect.
  useLayoutEffect(() => {
    if (!root.current) return undefined
    const starting = startSwiper(root.current, { onTurn: setShown, onPause: setPaused })
    turning.current = starting
    void starting.then(() => setLive(true))
    return () => void starting.then(({ stop }) => stop())
  }, [])

  // The press that woke the island may come before Swiper has: it waits.
  const turnTo = async (index: number) => (await turning.current)?.turnTo(index)
  const pause = async () => (await turning.current)?.setPaused(!isPaused)

  return (
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label="Discover Amazing Stories"
    >
      <div ref={root} className="swiper" aria-live={isLive && isPaused ? 'polite' : 'off'}>
        <div className="swiper-wrapper">
          {stories.map((story, index) => (
            <Slide
              key={story.id}
              story={story}
              position={`${index + 1} of ${total}`}
              isHidden={isLive && index !== shown}
            />
          ))}
        </div>
      </div>
      {total > 1 && (
        <div className="carousel-bar needs-js">
          {/* First in order, so that it comes before what it stops. */}
          <div className="carousel-buttons">
            <button
              type="button"
              className="icon-btn"
              aria-label={isPaused ? 'Play' : 'Pause'}
              data-tooltip={isPaused ? 'Play' : 'Pause'}
              onClick={pause}
            >
              <Icon name={isPaused ? 'play' : 'pause'} />
            </button>
            <button
              type="button"
              className="icon-btn"
              aria-label="Previous story"
              data-tooltip="Previous story"
              onClick={() => turnTo(shown - 1)}
            >
              <Icon name="chevronLeft" />
            </button>
            <button
              type="button"
              className="icon-btn"
              aria-label="Next story"
              data-tooltip="Next story"
              onClick={() => turnTo(shown + 1)}
            >
              <Icon name="chevronRight" />
            </button>
          </div>
          <div className="carousel-dots">
            {stories.map((story, index) => (
              <button
                key={story.id}
                type="button"
                aria-label={`Story ${index + 1}: ${story.title}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => turnTo(index)}
              />
            ))}
            <span className="carousel-count">
              {shown + 1} of {total}
            </span>
          </div>
        </div>
      )}
    </section>
  )
}

// The counters may have been refreshed in the page before React came: that is no mismatch.
function Slide({
  story,
  position,
  isHidden,
}: {
  story: CarouselStory
  position: string
  isHidden: boolean
}) {
  const { picture } = story
  return (
    <article
      className="swiper-slide"
      aria-roledescription="slide"
      aria-label={position}
      inert={isHidden}
    >
      <img
        className="cut carousel-art"
        src={picture.src}
        srcSet={picture.srcset}
        sizes={picture.sizes}
        alt=""
        width={600}
        height={400}
        loading="lazy"
        referrerPolicy="no-referrer"
        data-fallback={picture.fallback}
      />
      <div className="carousel-text">
        <span className={badgeClass(story.category)}>{story.category}</span>
        <h3>{story.title}</h3>
        <p className="carousel-meta">
          <span className="meta">
            <Icon name="eye" size={17} />
            <span>
              <span data-views={story.id} suppressHydrationWarning>
                {story.views}
              </span>{' '}
              views
            </span>
          </span>
          <span className="meta">
            <Icon name="clock" size={17} />
            {story.readTimeMinutes} min read
          </span>
          <span className="meta">
            <Icon name="star" size={17} />
            <span className="visually-hidden">Rating</span>
            <span data-rating={story.id} suppressHydrationWarning>
              {story.rating.toFixed(1)}
            </span>
            {story.rating === 0 && <span className="visually-hidden">not yet rated</span>}
          </span>
        </p>
        <p className="carousel-excerpt">{story.excerpt.trimEnd()}…</p>
        <p className="carousel-author">
          <img
            className="cut cut-small"
            src={paths.avatarArt(story.authorName)}
            alt=""
            width={44}
            height={44}
            loading="lazy"
          />
          <span>
            <b>{story.authorName}</b>
            <small>{story.authorRole}</small>
          </span>
        </p>
        <a className="btn btn-sunrise" href={paths.story(story.id)}>
          Read Full Story
          <Icon name="arrowRight" />
        </a>
      </div>
    </article>
  )
}
