import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'

/** A story counts as viewed once it was open for this long. */
const viewedAfterMs = 5000

/** Counts the view; the server counts one for each reader, story and day. */
function countView(id: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.hidden) return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      import('#site/lib/call.ts')
        .then(({ call }) => call('POST /stories/:id/view', { id }))
        .catch(console.warn)
    }, viewedAfterMs)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}

/** Back to Stories goes back in history when the reader came from there; offline it is an ordinary link. */
function enhanceBack() {
  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  link?.addEventListener('click', (event) => {
    event.preventDefault()
    const follow = () => location.assign(link.href)
    import('./go-back.ts').then(({ goBack }) => goBack(follow), follow)
  })
}

/** A story's page; scripts that it does not need at once are loaded at the first scroll, touch or key. */
export function enhanceStory(id: string) {
  countView(id)
  enhanceBack()
  onceEngaged(async () => {
    const { refreshCounters } = await import('./counters.enhance.ts')
    await refreshCounters()
  })
}
