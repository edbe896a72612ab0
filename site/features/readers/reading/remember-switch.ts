import { rememberKey, remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { writeText } from '#site/lib/web-storage.ts'

/** The switch within the journey, or within the stats of the account page; what it does is loaded at its first use. */
export function enhanceRememberSwitch(within: HTMLElement) {
  const box = within.querySelector<HTMLInputElement>('[data-remember]')
  if (!box) return
  const show = () => {
    box.checked = remembersReading()
  }
  show()
  box.addEventListener('change', () => {
    // At once: whoever leaves the page while the rest is loading has chosen it all the same.
    if (box.checked) writeText(rememberKey, 'on')
    import('./forget-reading.ts')
      .then(({ switchMemory }) => switchMemory(box.checked, show))
      .catch(console.warn)
      .finally(show)
  })
}
