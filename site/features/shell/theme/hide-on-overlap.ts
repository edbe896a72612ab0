/** Elements that the floating button must not cover. */
const controls = 'button,input,select,textarea,summary,label,.btn,.btn-text,.text-link,.footer a'

/**
 * Hides the floating Theme button from the first scroll down until one up, so that it covers nothing that is read, and
 * while a button or a field is under it. Loaded with the first scroll: before it, nothing has moved there.
 */
export function hideOnOverlap() {
  const button = document.querySelector<HTMLElement>('.theme-button')
  if (!button) return
  let isDue = false
  let isReading = true
  let last = scrollY

  const look = () => {
    isDue = false
    if (scrollY !== last) isReading = scrollY > last
    last = scrollY
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const isOver = [left, (left + right) / 2, right].some((x) =>
      [top, (top + bottom) / 2, bottom].some((y) =>
        document.elementsFromPoint(x, y).some((element) => {
          const control = element.closest(controls)
          return control !== null && control !== button
        }),
      ),
    )
    button.classList.toggle('is-away', isOver || (isReading && scrollY > 0))
  }
  const lookSoon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(look)
  }
  for (const name of ['scroll', 'resize', 'focusin']) {
    addEventListener(name, lookSoon, { passive: true })
  }
  look()
}
