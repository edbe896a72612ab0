import { forgetReading, rememberReading } from '#site/lib/reading/forget-reading.ts'
import { remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { messages } from '#site/messages/messages.ts'
import { showToast } from '#site/ui/toast.ts'

/** The switch within the journey, or within the stats of the account page. */
export function enhanceRememberSwitch(within: HTMLElement) {
  const box = within.querySelector<HTMLInputElement>('[data-remember]')
  if (!box) return
  const show = () => {
    box.checked = remembersReading()
  }
  show()
  box.addEventListener('change', async () => {
    try {
      if (box.checked) return await rememberReading()
      const undo = await forgetReading()
      document.querySelector('[data-continue]')?.setAttribute('hidden', '')
      const press = () => undo().catch(console.warn).then(show)
      showToast({ ...messages.readingForgotten, action: { label: 'Undo', press } })
    } catch (error) {
      console.warn(error)
      showToast(messages.readingNotForgotten)
    } finally {
      show()
    }
  })
}
