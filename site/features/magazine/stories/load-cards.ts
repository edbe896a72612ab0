import { paths } from '#contract/paths.ts'
import { loadPart } from '#site/lib/call.ts'
import { toElement } from '#site/lib/to-element.ts'

/** One page of the stories of a category, or of all. `showCategory` shows the link to the category's page. */
export async function loadCards(category: string | undefined, page: number) {
  const part = toElement(await loadPart(paths.part(paths.storiesPage(category, page))))
  const link = part.querySelector('[data-story-category]')
  link?.remove()
  return {
    cards: [...part.children],
    total: Number(part.dataset['total']),
    showCategory(results: HTMLElement) {
      document.querySelector('[data-story-category]')?.remove()
      if (link) results.after(link)
    },
  }
}
