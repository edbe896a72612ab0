import { remembersReading } from '#site/lib/reading/remembers-reading.ts'

/** The switch within the journey, or within the stats of the account page; what it does is loaded at its first use. */
export function enhanceRememberSwitch(within: HTMLElement) {
  const box = within.querySelector<HTMLInputElement>('[data-remember]')
  if (!box) return
  const show = () => {
    box.checked = remembersReading()
  }
  show()
  box.addEventListener('change', () =>
    import('./forget-reading.ts')
      .then(({ switchMemory }) => switchMemory(box.checked, show))
      .catch(console.warn)
      .finally(show),
  )
}
