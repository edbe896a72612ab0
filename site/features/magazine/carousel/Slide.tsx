import { useStore } from '@nanostores/react'
import { $counters } from '#site/lib/engagement.store.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { SlideContent } from './slide-content.ts'

const factClass = 'inline-flex items-center gap-6'

export function Slide({ slide }: { slide: SlideContent }) {
  const { id, picture } = slide
  const { views = slide.views, rating = slide.rating } = useStore($counters)[id] ?? {}
  return (
    <>
      <span className="later w-full aspect-[3/2] mb-20 sm:mb-0">
        <img
          className="cut carousel-art w-full aspect-[3/2] object-cover mb-20 sm:mb-0 md:step-14"
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
      </span>
      <div>
        <span className={slide.badge}>{slide.category}</span>
        <h3 className="mt-12 mb-8 text-29/107 md:text-42">{slide.title}</h3>
        <p className="flex flex-wrap gap-x-16 gap-y-4 text-13 text-on-band-1">
          <span className={factClass}>
            <Icon name="eye" size={17} />
            <span>
              <span data-views={id} suppressHydrationWarning>
                {views}
              </span>
              {' views'}
            </span>
          </span>
          <span className={factClass}>
            <Icon name="clock" size={17} />
            {`${slide.readTimeMinutes} min read`}
          </span>
          <span className={factClass}>
            <Icon name="star" size={17} />
            <span className="sr-only">Rating</span>
            <span data-rating={id} suppressHydrationWarning>
              {rating.toFixed(1)}
            </span>
            {slide.rating === 0 && <span className="sr-only">not yet rated</span>}
          </span>
        </p>
        <p className="mt-12 mb-16 text-17r/lines font-serif md:text-18r">{slide.excerpt}</p>
        <p className="flex items-center gap-12 mb-16 leading-140">
          <span className="later size-44">
            <img
              className="cut step-3"
              src={slide.avatar}
              alt=""
              width="44"
              height="44"
              loading="lazy"
            />
          </span>
          <span>
            <b className="block font-semibold">{slide.authorName}</b>
            <small className="text-14 text-on-band-1">{slide.authorRole}</small>
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
