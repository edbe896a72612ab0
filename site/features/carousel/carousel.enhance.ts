import { isSlow } from '#site/lib/engaged/is-slow.ts'
import { whenNear } from '#site/lib/engaged/when-near.ts'

/**
 * The row of slides scrolls and snaps by itself. It becomes a carousel when the reader has engaged with the page and it
 * is near; on a slow connection, under data saver, and before that, by the first touch of it.
 */
function enhanceCarousel(section: HTMLElement) {
  let isStarted = false
  let press: HTMLElement | undefined
  const start = async () => {
    const { startCarousel } = await import('./start-carousel.ts')
    await startCarousel(section)
    section.removeEventListener('click', onPress)
    for (const name of touches) section.removeEventListener(name, wake)
    if (!press) return
    // The press that woke it is carried out, not lost.
    press.ariaBusy = null
    press.click()
  }
  const wake = () => {
    if (isStarted) return
    isStarted = true
    start().catch((error) => {
      // Without a network it cannot come: the row still scrolls by itself, and the next touch tries again.
      console.warn(error)
      isStarted = false
      if (press) press.ariaBusy = null
      press = undefined
    })
  }
  const onPress = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('.carousel-bar button')
    if (!button) return
    press = button
    press.ariaBusy = 'true'
    wake()
  }
  section.addEventListener('click', onPress)
  for (const name of touches) section.addEventListener(name, wake, { passive: true })
  if (!isSlow()) whenNear(section, wake)
}

const touches = ['pointerover', 'touchstart', 'focusin']

const section = document.querySelector<HTMLElement>('[data-carousel]')
if (section) enhanceCarousel(section)
