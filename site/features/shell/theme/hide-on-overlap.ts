/** What the floating button never lies upon. */
const controls = 'button,input,select,textarea,summary,label,.btn,.btn-text,.text-link,.footer a'

/**
 * Takes the floating Theme button away while something that is pressed or filled in lies under it. Comes with the
 * first scroll: before, nothing has moved there.
 */
export function hideOnOverlap() {
  const button = document.querySelector<HTMLElement>('.theme-button')
  if (!button) return
  let isDue = false

  const look = () => {
    isDue = false
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const isOver = [left, (left + right) / 2, right].some((x) =>
      [top, (top + bottom) / 2, bottom].some((y) =>
        document.elementsFromPoint(x, y).some((element) => {
          const control = element.closest(controls)
          return control !== null && control !== button
        }),
      ),
    )
    button.classList.toggle('is-away', isOver)
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
