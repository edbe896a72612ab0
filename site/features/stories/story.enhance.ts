import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { stepsBack } from './steps-back.ts'

/** A story counts as viewed once somebody has had it before them for this long. */
const viewedAfterMs = 5000

/** Counts the view (once a reader, story and day, says the server). */
function countView(id: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.hidden) return
    timer = setTimeout(async () => {
      document.removeEventListener('visibilitychange', watch)
      try {
        const { call } = await import('#site/lib/call.ts')
        await call('POST /stories/:id/view', { id })
      } catch (error) {
        console.warn(error)
      }
    }, viewedAfterMs)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}

/** Back to Stories goes back in history when that is where the reader came from. */
function enhanceBack() {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    const steps = stepsBack()
    if (steps === 0) return
    event.preventDefault()
    history.go(-steps)
  })
}

/** A story's page; what it does not need in its first moment comes with the first scroll, touch or key. */
export function enhanceStory(id: string) {
  countView(id)
  enhanceBack()
  onceEngaged(async () => {
    const { refreshCounters } = await import('./counters.enhance.ts')
    await refreshCounters()
  })
}
