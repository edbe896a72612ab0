import { engagementIds } from '#contract/magazine/engagement.ts'
import { call } from '#site/lib/call.ts'
import { applyCounters, applyLikes } from '#site/lib/engagement.store.ts'

/** Refreshes every counter of the page by one small call: a page is rendered once for everybody. */
export async function refreshCounters() {
  const stories = document.querySelectorAll<HTMLElement>('[data-story],[data-views]')
  const found = [...stories].map(({ dataset }) => dataset['story'] ?? dataset['views'] ?? '')
  const ids = [...new Set(found)].slice(0, engagementIds)
  if (ids.length === 0) return
  try {
    const askedAt = performance.now()
    const counters = await call('GET /stories/engagement', { ids: ids.join(',') })
    applyCounters(counters)
    applyLikes(counters, askedAt)
  } catch (error) {
    // The page's own numbers stay.
    console.warn(error)
  }
}
