import { swipeOf } from './swipe.ts'

/** Specification section 9, DESIGN section 6. */
const advanceMs = 4000
const slideMs = 320

export interface Turning {
  turnTo(index: number): void
  /** By the Pause button: holds until it is pressed again. */
  setPaused(isPaused: boolean): void
  stop(): void
}

interface Listening {
  onTurn(index: number): void
  onPause(isPaused: boolean): void
}

/**
 * Makes the row of slides a carousel that advances every 4 seconds and wraps at both ends. It holds still while
 * it is hovered, focused or touched, while the tab is hidden, and altogether where motion is unwelcome.
 */
export async function startSwiper(
  root: HTMLElement,
  { onTurn, onPause }: Listening,
): Promise<Turning> {
  const { Swiper } = await import('swiper')
  root.scrollLeft = 0
  let startedAt = 0
  const swiper = new Swiper(root, {
    speed: reducedMotion() ? 0 : slideMs,
    rewind: true,
    // Swiper's own idea of what a swipe is: switched off, ours is in swipe.ts.
    longSwipes: false,
    shortSwipes: false,
    on: {
      slideChange: ({ activeIndex }) => onTurn(activeIndex),
      touchStart: () => {
        startedAt = performance.now()
      },
      touchEnd: ({ touches }) => {
        const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000)
        const swipe = swipeOf(touches.diff, touches.diff / seconds)
        if (swipe === 'next') swiper.slideNext()
        if (swipe === 'previous') swiper.slidePrev()
      },
    },
  })
  root.parentElement?.classList.add('is-live')

  let isPaused = reducedMotion()
  let holds = 0
  const area = root.closest('section') ?? root
  const hold = () => holds++
  const release = () => {
    holds = Math.max(0, holds - 1)
  }
  const events = [
    ['pointerenter', hold],
    ['pointerleave', release],
    ['focusin', hold],
    ['focusout', release],
  ] as const
  for (const [name, listener] of events) area.addEventListener(name, listener)
  const timer = setInterval(() => {
    if (!isPaused && holds === 0 && !document.hidden) swiper.slideNext()
  }, advanceMs)
  onPause(isPaused)

  return {
    turnTo: (index) => swiper.slideTo(index),
    setPaused(paused) {
      isPaused = paused
      onPause(paused)
    },
    stop() {
      clearInterval(timer)
      for (const [name, listener] of events) area.removeEventListener(name, listener)
      swiper.destroy()
    },
  }
}

function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
