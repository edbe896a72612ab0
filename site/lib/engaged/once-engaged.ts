const engagements = ['scroll', 'touchstart', 'pointerdown', 'keydown']

/** Once, at the first scroll, touch or key: what a page does not need before that costs nobody who only looks in. */
export function onceEngaged(wake: () => unknown) {
  const onEngaged = () => {
    for (const name of engagements) removeEventListener(name, onEngaged, true)
    wake()
  }
  for (const name of engagements)
    addEventListener(name, onEngaged, { capture: true, passive: true })
}
