import { onceEngaged } from './once-engaged.ts'

/** Wakes once, when the reader has engaged with the page and the element is near the viewport. */
export function whenNear(element: Element, wake: () => unknown) {
  onceEngaged(() => {
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        near.disconnect()
        Promise.resolve(wake()).catch(console.warn)
      },
      { rootMargin: '200px' },
    )
    near.observe(element)
  })
}
