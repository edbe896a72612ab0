const engagements = ['scroll', 'touchstart', 'pointerdown', 'keydown']

/**
 * Once, at the first scroll, touch or key: what a page does not need before that costs nobody who only looks in.
 * Without a network it may not come, and the page is whole without it.
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
