import { remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { messages } from '#site/messages/messages.ts'

/** The switch within the journey, or within the stats of the account page; what it does is loaded at its first use. */
export function enhanceRememberSwitch(within: HTMLElement) {
  const box = within.querySelector<HTMLInputElement>('[data-remember]')
  if (!box) return
  const show = () => {
    box.checked = remembersReading()
  }
  show()
  box.addEventListener('change', () => choose(box.checked, show).catch(console.warn).finally(show))
}

async function choose(isOn: boolean, show: () => void) {
  const { showToast } = await import('#site/ui/toast.ts')
  try {
    const memory = await import('#site/lib/reading/forget-reading.ts')
    if (isOn) return await memory.rememberReading()
    const undo = await memory.forgetReading()
    document.querySelector('[data-continue]')?.setAttribute('hidden', '')
    const press = () => undo().catch(console.warn).then(show)
    showToast({ ...messages.readingForgotten, action: { label: 'Undo', press } })
  } catch (error) {
    console.warn(error)
    showToast(messages.readingNotForgotten)
  }
}
