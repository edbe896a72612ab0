import { useStore } from '@nanostores/react'
import { $counters } from '#site/lib/engagement.store.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { SlideContent } from './slide-content.ts'

/** One story of the carousel. */
export function Slide({ slide }: { slide: SlideContent }) {
  const { id, picture } = slide
  const { views = slide.views, rating = slide.rating } = useStore($counters)[id] ?? {}
  return (
    <>
      <img
        className="cut carousel-art"
        src={picture.src}
        srcSet={picture.srcset}
        sizes={picture.sizes}
        alt=""
        width="600"
        height="400"
        loading="lazy"
        referrerPolicy="no-referrer"
        data-fallback={picture.fallback}
      />
      <div>
        <span className={slide.badge}>{slide.category}</span>
        <h3>{slide.title}</h3>
        <p className="carousel-meta">
          <span className="meta">
            <Icon name="eye" size={17} />
            <span>
              <span data-views={id} suppressHydrationWarning>
                {views}
              </span>
              {' views'}
            </span>
          </span>
          <span className="meta">
            <Icon name="clock" size={17} />
            {`${slide.readTimeMinutes} min read`}
          </span>
          <span className="meta">
            <Icon name="star" size={17} />
            <span className="visually-hidden">Rating</span>
            <span data-rating={id} suppressHydrationWarning>
              {rating.toFixed(1)}
            </span>
            {slide.rating === 0 && <span className="visually-hidden">not yet rated</span>}
          </span>
        </p>
        <p className="carousel-excerpt">{slide.excerpt}</p>
        <p className="carousel-author">
          <img
            className="cut cut-small"
            src={slide.avatar}
            alt=""
            width="44"
            height="44"
            loading="lazy"
          />
          <span>
            <b>{slide.authorName}</b>
            <small>{slide.authorRole}</small>
          </span>
        </p>
        <a className="btn btn-sunrise" href={slide.path}>
          Read Full Story
          <Icon name="arrowRight" />
        </a>
      </div>
    </>
  )
}
