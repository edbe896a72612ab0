import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { Swiper as SwiperInstance } from 'swiper'
import { Autoplay, Keyboard, Navigation } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { Slide } from './Slide.tsx'
import type { SlideContent } from './slide-content.ts'
import { swipeOf } from './swipe.ts'

/** Specification 4.16. */
const advanceMs = 4000
const slideMs = 320

const turnClass = 'icon-btn border-2 border-current max-[24.94em]:-ml-2'
const dotClass =
  'inline-flex items-end w-24 min-h-44 px-2 pb-12 before:w-full before:bg-white/[.42] aria-current:before:bg-sunrise md:w-34'
/** The dots form a staircase. */
const stepClasses = [
  'before:h-6',
  'before:h-9',
  'before:h-12',
  'before:h-15',
  'before:h-18',
  'before:h-21',
]

/** `playing` is `turning` started by the reader: focus in the carousel no longer pauses it. */
type Mode = 'turning' | 'paused' | 'playing'

/** Why an island? It turns by itself, by drag and by its buttons; until it hydrates the row scrolls and snaps. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the landing page has no bytes left for what splitting adds.
export function Carousel({ slides }: { slides: SlideContent[] }) {
  const [swiper, setSwiper] = useState<SwiperInstance>()
  const [shown, setShown] = useState(0)
  const [mode, setMode] = useState<Mode>('turning')
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isHidden, setHidden] = useState(false)
  const touchedAt = useRef(0)
  const total = slides.length
  const isPaused = mode === 'paused'
  const isHeld = isHovered || isHidden || (hasFocus && mode !== 'playing')
  const isTurning = !isPaused && !isHeld

  useEffect(() => {
    if (isTurning) swiper?.autoplay.start()
    else swiper?.autoplay.stop()
  }, [swiper, isTurning])

  useEffect(() => {
    const look = () => setHidden(document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  /** The reader may have moved to a later slide, by scrolling or by Tab, before the others become inert. */
  const begin = (started: SwiperInstance) => {
    const { el } = started
    const focused = started.slides.findIndex((slide) => slide.contains(document.activeElement))
    const index = focused >= 0 ? focused : Math.round(el.scrollLeft / el.clientWidth)
    el.scrollLeft = 0
    started.slideTo(index, 0)
    setShown(index)
    // Pointer and focus that were there before hydration sent no event.
    const section = el.closest('section')
    setHovered(section?.matches(':hover') ?? false)
    setFocus(section?.contains(document.activeElement) ?? false)
    if (wantsNoMotion() || section?.querySelector(':focus-visible')) setMode('paused')
    setSwiper(started)
  }

  const onFocus = ({ target }: FocusEvent) => {
    setFocus(true)
    if (mode === 'turning' && target.matches(':focus-visible')) setMode('paused')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setFocus(currentTarget.contains(relatedTarget))

  const turnBySwipe = ({ touches }: SwiperInstance) => {
    const seconds = Math.max(0.001, (performance.now() - touchedAt.current) / 1000)
    const swipe = swipeOf(touches.diff, touches.diff / seconds)
    // Swiper first moves the dragged slide back; then it gets its target.
    if (swipe === 'next') queueMicrotask(() => swiper?.slideNext())
    if (swipe === 'previous') queueMicrotask(() => swiper?.slidePrev())
  }

  return (
    <section
      className={swiper ? 'is-live flex flex-col' : 'flex flex-col'}
      aria-roledescription="carousel"
      aria-label="Newest stories"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {/* In tab order the controls come before the slides, and Pause first of all; visually they follow. */}
      {total > 1 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are Swiper's while the focus is in here.
        <div
          className="order-1 flex flex-wrap flex-row-reverse items-center justify-between gap-x-0 gap-y-12 mt-28 no-js:hidden"
          onFocus={() => swiper?.keyboard.enable()}
          onBlur={() => swiper?.keyboard.disable()}
        >
          <div className="flex gap-8 max-[24.94em]:gap-0">
            <button
              type="button"
              className="icon-btn border-2 border-current"
              aria-label={isPaused ? 'Play' : 'Pause'}
              data-tooltip={isPaused ? 'Play' : 'Pause'}
              onClick={() => setMode(isPaused ? 'playing' : 'paused')}
            >
              <Icon name={isPaused ? 'play' : 'pause'} />
            </button>
            <button
              type="button"
              className={`${turnClass} carousel-previous`}
              aria-label="Previous story"
              data-tooltip="Previous story"
            >
              <Icon name="chevronLeft" />
            </button>
            <button
              type="button"
              className={`${turnClass} carousel-next`}
              aria-label="Next story"
              data-tooltip="Next story"
            >
              <Icon name="chevronRight" />
            </button>
          </div>
          <fieldset className="flex items-end" aria-label="Choose a story">
            {slides.map(({ id, title }, index) => (
              <button
                key={id}
                type="button"
                className={`${dotClass} ${stepClasses[index]}`}
                aria-label={`Story ${index + 1}: ${title}`}
                aria-current={index === shown ? 'true' : undefined}
                // The slide is current: a click on its dot does nothing.
                aria-disabled={swiper && index === shown}
                onClick={() => swiper?.slideTo(index)}
              />
            ))}
            <span className="pb-8 pl-10 font-heavy text-18/100 font-display whitespace-nowrap max-[24.94em]:pl-6 max-[24.94em]:font-semibold max-[24.94em]:text-14/120 max-[24.94em]:font-sans">{`${shown + 1} of ${total}`}</span>
          </fieldset>
        </div>
      )}
      <Swiper
        className="relative overflow-x-auto overflow-y-hidden [scroll-snap-type:x_mandatory] [scrollbar-width:none] [&>.swiper-wrapper]:flex [&>.swiper-wrapper]:[transition-property:transform] [.is-live_&]:overflow-hidden [.is-live_&]:[scroll-snap-type:none] [.is-live_&]:[touch-action:pan-y]"
        // Automatic changes are not announced over what the reader listens to.
        aria-live={isPaused ? 'polite' : 'off'}
        modules={[Autoplay, Keyboard, Navigation]}
        rewind
        speed={wantsNoMotion() ? 0 : slideMs}
        // Four seconds from start to start: Swiper's autoplay counts from the end of a transition, so we run the timer.
        autoplay={{ delay: advanceMs, waitForTransition: false }}
        keyboard={{ enabled: false, pageUpDown: false }}
        navigation={{ prevEl: '.carousel-previous', nextEl: '.carousel-next' }}
        // Swiper's own swipe detection is off; ours is in swipe.ts.
        longSwipes={false}
        shortSwipes={false}
        onSwiper={begin}
        onSlideChange={({ activeIndex }) => setShown(activeIndex)}
        onTouchStart={() => {
          touchedAt.current = performance.now()
        }}
        onTouchEnd={turnBySwipe}
      >
        {slides.map((slide, index) => (
          <SwiperSlide
            key={slide.id}
            className="flex-none w-full pb-4 snap-start sm:grid sm:grid-cols-[7fr_5fr] sm:gap-32 sm:items-center md:gap-56"
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${total}`}
            inert={swiper && index !== shown}
          >
            <Slide slide={slide} />
          </SwiperSlide>
        ))}
      </Swiper>
    </section>
  )
}

function wantsNoMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}
