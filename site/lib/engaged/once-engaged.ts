const engagements = ['scroll', 'touchstart', 'pointerdown', 'keydown']

/** The like that a visitor presses, online: no sign, because the sign-in page follows, and this one is left. */
export function visitorsLike({ target }: Event): HTMLElement | null | undefined {
  if ('signedIn' in document.documentElement.dataset || !navigator.onLine) return undefined
  return (target as Partial<Element> | null)?.closest?.('[data-like]')
}

/**
 * Runs once, at the first scroll, touch, press or key, or at one of the other events: a visitor who leaves at once does
 * not pay for what a page loads later. Without a network it may not load, and the page works without it.
 */
export function onceEngaged(wake: () => unknown, ...others: 'pointermove'[]) {
  const signs = [...engagements, ...others]
  const onEngaged = async (event: Event) => {
    const { type, movementX, movementY } = event as PointerEvent
    // Browsers send one for a mouse that rests where the page appears.
    if (visitorsLike(event) || (type === 'pointermove' && !movementX && !movementY)) return
    for (const name of signs) removeEventListener(name, onEngaged, true)
    try {
      await wake()
    } catch (error) {
      console.warn(error)
    }
  }
  for (const name of signs) addEventListener(name, onEngaged, { capture: true, passive: true })
}
