import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { whenShown } from '#site/lib/engaged/when-shown.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { followsKey, placesKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'

// Scripts that a story's page needs at once, in one file: on a slow network each file costs a round trip.

/** A story counts as viewed once it was open for this long. */
const viewedAfterMs = 5000

/** Counts the view: one for each reader or browser, story and day. */
function countWhenViewed(id: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (document.hidden) return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      import('#site/lib/reading/count-once.ts').then((it) => it.countView(id)).catch(console.warn)
    }, viewedAfterMs)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}

/** Back to Stories goes back in history when the reader came from there; offline it is an ordinary link. */
function enhanceBack() {
  const link = document.querySelector<HTMLAnchorElement>('[data-back]')
  const follow = () => link && location.assign(link.href)
  const goBack = () =>
    import('#site/features/magazine/stories/go-back.ts').then((it) => it.goBack(follow), follow)
  link?.addEventListener('click', withoutKeys(goBack))
}

const id = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
if (id) {
  countWhenViewed(id)
  enhanceBack()
  onceEngaged(async () => {
    const { refreshCounters } = await import('#site/features/magazine/stories/counters.enhance.ts')
    await refreshCounters()
  })
  // Reading is measured from the first engagement on, and resumes where it stopped.
  onceEngaged(() => import('#site/features/readers/reading/track-reading.ts'))
  whenShown(() => {
    if (readText(placesKey)?.includes(id))
      import('#site/features/readers/reading/reopen-story.ts').catch(console.warn)
    if (readText(followsKey)) import('#site/features/follows/mark-new.ts').catch(console.warn)
  })
}
