import { swipeOf } from './swipe.ts'

/** Specification section 9, DESIGN section 6. */
const advanceMs = 4000
const slideMs = 320

export interface Turning {
  /** Any whole number: the carousel wraps at both ends. */
  turnTo(index: number): void
  /** By the Pause button: holds until it is pressed again. */
  setPaused(isPaused: boolean): void
}

interface Listening {
  onTurn(index: number): void
  onPause(isPaused: boolean): void
}

/**
 * Makes the row of slides a carousel that advances every 4 seconds and wraps at both ends. It holds still while it is
 * hovered or touched and while the tab is hidden; the keyboard's focus in it pauses it, until Play is pressed (the
 * carousel pattern of the ARIA authoring practices); where motion is unwelcome it begins paused.
 */
export async function startSwiper(
  root: HTMLElement,
  { onTurn, onPause }: Listening,
): Promise<Turning> {
  const { Swiper } = await import('swiper')
  const area = root.closest('section') ?? root
  // The reader may be at a later slide already, by scrolling or by Tab: the others are about to be closed off.
  const focused = [...root.querySelectorAll('.swiper-slide')].findIndex((slide) =>
    slide.contains(document.activeElement),
  )
  const initialSlide = focused >= 0 ? focused : Math.round(root.scrollLeft / root.clientWidth)
  root.scrollLeft = 0
  let startedAt = 0
  const swiper = new Swiper(root, {
    initialSlide,
    speed: reducedMotion() ? 0 : slideMs,
    // Swiper's own idea of what a swipe is: switched off, ours is in swipe.ts.
    longSwipes: false,
    shortSwipes: false,
    on: {
      slideChange: ({ activeIndex }) => onTurn(activeIndex),
      touchStart: () => {
        startedAt = performance.now()
      },
      touchEnd: ({ activeIndex, touches }) => {
        const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
        const swipe = swipeOf(touches.diff, touches.diff / seconds)
        // Swiper first puts the dragged slide back; then it is told where to go.
        if (swipe === 'next') queueMicrotask(() => turnTo(activeIndex + 1))
        if (swipe === 'previous') queueMicrotask(() => turnTo(activeIndex - 1))
      },
    },
  })
  area.classList.add('is-live')

  function turnTo(index: number) {
    const total = swiper.slides.length
    swiper.slideTo((index + total) % total)
  }
  let isPaused = false
  // Whoever pressed Play wants it to turn, wherever the keyboard's focus is.
  let isWanted = false
  function setPaused(paused: boolean) {
    isPaused = paused
    isWanted = !paused
    onPause(paused)
  }
  const isHeld = () =>
    area.matches(':hover') || (!isWanted && area.contains(document.activeElement))
  const hasKeyboard = () => area.querySelector(':focus-visible') !== null
  const pauseForKeyboard = () => {
    if (isPaused || isWanted || !hasKeyboard()) return
    isPaused = true
    onPause(true)
  }
  area.addEventListener('focusin', pauseForKeyboard)
  setInterval(() => {
    if (!isPaused && !document.hidden && !isHeld()) turnTo(swiper.activeIndex + 1)
  }, advanceMs)
  if (reducedMotion()) setPaused(true)
  else onPause(false)
  pauseForKeyboard()
  onTurn(swiper.activeIndex)
  return { turnTo, setPaused }
}

function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
