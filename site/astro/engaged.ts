import type { ClientDirective } from 'astro'
import { isSlow } from '#site/lib/engaged/is-slow.ts'
import { whenNear } from '#site/lib/engaged/when-near.ts'

/**
 * `client:engaged`: an island downloads when it is near the viewport and the reader has engaged with the page
 * (first scroll, touch or key). `client:engaged="touch"` waits until the island itself is touched or focused,
 * and so does every island under data saver or on a slow connection. `client:engaged="answered"` waits for an event of
 * that name from a small script that answers its presses; under data saver and on a slow connection that script suffices. A click on what controls it, by `aria-controls`,
 * is a touch too: nothing within a closed dialog can be touched. The click that hydrates an island is shown as busy
 * at once and dispatched again after hydration. A link is followed at once.
 */
const directive: ClientDirective = (load, options, element) => {
  let woken = false
  let press: HTMLElement | undefined

  const wake = async () => {
    if (woken) return
    woken = true
    try {
      const hydrate = await load()
      await hydrate()
    } catch (error) {
      // Without a network it cannot be loaded; the next touch tries again.
      woken = false
      press?.removeAttribute('aria-busy')
      press = undefined
      return console.warn(error)
    }
    for (const name of touches) element.removeEventListener(name, onTouch, true)
    removeEventListener('click', onControl, true)
    if (press) {
      press.removeAttribute('aria-busy')
      // React handles events from the next task on.
      setTimeout(() => press?.click())
    }
  }

  const onTouch = (event: Event) => {
    const touched = event.target as Element
    // Where a finger follows a link, the island would come in the way of its page. Events of keys have no pointer.
    const isMouse = (event as Partial<PointerEvent>).pointerType === 'mouse'
    if (touched.closest('a[href]:not(:focus-visible)') && !isMouse) return
    const pressed = event.type === 'click' && touched.closest<HTMLElement>('button')
    if (pressed && element.hasAttribute('ssr')) {
      event.preventDefault()
      event.stopPropagation()
      press = pressed
      pressed.setAttribute('aria-busy', 'true')
    }
    void wake()
  }
  const onControl = (event: Event) => {
    if ((event.target as Element).closest(`[aria-controls="${element.firstElementChild?.id}"]`))
      onTouch(event)
  }
  if (options.value === 'answered')
    return void (isSlow() || element.addEventListener(options.value, wake))
  if (element.firstElementChild?.id) addEventListener('click', onControl, true)
  for (const name of touches)
    element.addEventListener(name, onTouch, { capture: true, passive: name !== 'click' })

  if (options.value === 'touch' || isSlow()) return
  for (const child of element.children) whenNear(child, wake)
}

const touches = ['pointerover', 'touchstart', 'focusin', 'keydown', 'click']

// Where Astro's islands look it up.
const scope = self as typeof self & { Astro?: Record<string, unknown> }
scope.Astro = { ...scope.Astro, engaged: directive }
export default directive
