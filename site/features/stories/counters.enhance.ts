import { engagementIds } from '#contract/engagement.ts'
import { call } from '#site/lib/call.ts'
import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { showLike } from '#site/lib/show-like.ts'

/** Brings the counters up to date once the reader has engaged with the page. */
export function enhanceCounters() {
  onceEngaged(refreshCounters)
}

/** Every counter of the page by one small call: a page is made once for everybody, its numbers move on. */
export async function refreshCounters() {
  const stories = document.querySelectorAll<HTMLElement>('[data-story],[data-views]')
  const found = [...stories].map(({ dataset }) => dataset['story'] ?? dataset['views'] ?? '')
  const ids = [...new Set(found)].slice(0, engagementIds)
  if (ids.length === 0) return
  try {
    const askedAt = performance.now()
    const counters = await call('GET /stories/engagement', { ids: ids.join(',') })
    for (const story of counters) {
      write(`[data-shares="${story.id}"]`, story.sharesCount)
      write(`[data-views="${story.id}"]`, story.views)
      write(`[data-rating="${story.id}"]`, story.rating.toFixed(1))
    }
    // Once a button is alive, likes have a keeper, who knows what was pressed meanwhile (likes.store.ts).
    const told = new CustomEvent('counters', { detail: { askedAt, counters }, cancelable: true })
    if (document.dispatchEvent(told)) for (const story of counters) showLike(story.id, story)
  } catch (error) {
    // The numbers that came with the page stand.
    console.warn(error)
  }
}

function write(place: string, value: number | string) {
  for (const element of document.querySelectorAll(place)) element.textContent = String(value)
}
