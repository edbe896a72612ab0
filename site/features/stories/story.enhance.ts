import { call } from '#site/lib/call.ts'
import { enhanceCounters } from './counters.enhance.ts'

/** A story counts as viewed once somebody has had it before them for this long. */
const viewedAfterMs = 5000

/** Counts the view (once a reader, story and day, says the server). */
function countView() {
  const id = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
  if (!id) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.hidden) return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      call('POST /stories/:id/view', { id }).catch(console.warn)
    }, viewedAfterMs)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}

/** Back to Stories goes back in history when that is where the reader came from. */
function enhanceBack() {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    const cameFromHere = document.referrer.startsWith(`${location.origin}/`)
    if (!cameFromHere || history.length < 2) return
    event.preventDefault()
    history.back()
  })
}

countView()
enhanceBack()
enhanceCounters()
