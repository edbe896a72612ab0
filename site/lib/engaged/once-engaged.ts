const engagements = ['scroll', 'touchstart', 'pointerdown', 'keydown']

/**
 * Runs once, at the first scroll, touch or key: a visitor who leaves at once does not pay for what a page loads later.
 * Without a network it may not load, and the page works without it.
 */
export function onceEngaged(wake: () => unknown) {
  const onEngaged = async () => {
    for (const name of engagements) removeEventListener(name, onEngaged, true)
    try {
      await wake()
    } catch (error) {
      console.warn(error)
    }
  }
  for (const name of engagements)
    addEventListener(name, onEngaged, { capture: true, passive: true })
}
