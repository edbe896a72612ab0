// A press on a button whose island has not loaded yet is shown as busy at once, and dispatched again after hydration.
// This is inlined in the admin pages, and therefore without imports.
let pressed: HTMLElement | undefined

const isWaiting = (element: Element) => element.closest('astro-island')?.hasAttribute('ssr')

addEventListener(
  'click',
  (event) => {
    // A button with `popovertarget` needs no script.
    const button = (event.target as Element).closest<HTMLElement>(
      'button[type="button"]:not([popovertarget])',
    )
    if (!button || !isWaiting(button)) return
    event.preventDefault()
    event.stopPropagation()
    pressed?.removeAttribute('aria-busy')
    pressed = button
    pressed.setAttribute('aria-busy', 'true')
  },
  true,
)

// It does not bubble.
addEventListener(
  'astro:hydrate',
  () => {
    const button = pressed
    if (!button || isWaiting(button)) return
    pressed = undefined
    // React handles events from the next task on.
    setTimeout(() => {
      button.removeAttribute('aria-busy')
      button.click()
    })
  },
  true,
)
