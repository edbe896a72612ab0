import { startSwiper } from './start-swiper.ts'

/** Makes the row of slides turn by itself, by drag and by its buttons; resolves when it does. */
export async function startCarousel(section: HTMLElement) {
  const one = <T extends HTMLElement>(selector: string) => section.querySelector<T>(selector)
  const all = (selector: string) => [...section.querySelectorAll<HTMLElement>(selector)]
  const [row, count, pause] = [one('.swiper'), one('[data-shown]'), one('[data-pause]')]
  if (!row) return
  const slides = all('.swiper-slide')
  const dots = all('[data-dot]')
  let shown = 0
  let isPaused = false

  const turning = await startSwiper(row, {
    onTurn: (index) => {
      shown = index
      for (const [at, slide] of slides.entries()) slide.inert = at !== index
      for (const [at, dot] of dots.entries()) {
        dot.ariaCurrent = at === index ? 'true' : null
        // The slide is there: pressing its dot does nothing.
        dot.ariaDisabled = at === index ? 'true' : null
      }
      if (count) count.textContent = `${index + 1} of ${slides.length}`
    },
    onPause: (paused) => {
      isPaused = paused
      // What changes by itself is not read out over what the reader listens to.
      row.ariaLive = paused ? 'polite' : 'off'
      if (!pause) return
      pause.ariaLabel = paused ? 'Play' : 'Pause'
      pause.dataset['tooltip'] = pause.ariaLabel
    },
  })
  pause?.addEventListener('click', () => turning.setPaused(!isPaused))
  for (const button of all('[data-turn]')) {
    button.addEventListener('click', () => turning.turnTo(shown + Number(button.dataset['turn'])))
  }
  for (const [at, dot] of dots.entries()) {
    dot.addEventListener('click', () => turning.turnTo(at))
  }
}
