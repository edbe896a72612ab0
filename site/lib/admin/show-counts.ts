import { freshStats, type Stats } from './stats.ts'

/** How much waits, beside the names of the desk's areas; nothing where it is not known. */
export async function showCounts(asked: Promise<Stats>) {
  const stats = await asked.catch(() => undefined)
  for (const place of document.querySelectorAll<HTMLElement>('[data-desk-count]')) {
    const count = stats?.[place.dataset['deskCount'] as keyof Stats]
    place.hidden = !count
    place.textContent = String(count ?? '')
  }
}

/** After something was done that changes them. */
export function refreshCounts(): Promise<Stats> {
  const fresh = freshStats()
  void showCounts(fresh)
  return fresh
}
