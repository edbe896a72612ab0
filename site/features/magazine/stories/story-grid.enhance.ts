import { shown } from '#contract/limits.ts'
import { allFeatures } from '#contract/magazine/categories.ts'
import { paths } from '#contract/paths.ts'
import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { messages } from '#site/messages/messages.ts'

/** Filter and Load More without leaving the page; the address follows, so that readers can share a result. */
function enhanceStoryGrid() {
  const find = <T extends HTMLElement>(name: string) =>
    document.querySelector<T>(`[data-story-${name}]`)
  const form = find<HTMLFormElement>('filter')
  const results = find('results')
  const grid = find('grid')
  const empty = find('empty')
  const more = find('more')
  const status = find('status')
  const link = more?.querySelector('a')
  const skeleton = document.querySelector<HTMLTemplateElement>('[data-story-skeleton]')
  if (!form || !results || !grid || !empty || !more || !status || !link || !skeleton) return
  const select = form.elements.namedItem('category') as HTMLSelectElement

  let lastRequest = 0
  let wanted = select.value

  /** Resolves to the new cards; to none after an error, or when a later request has replaced this one. */
  const load = async (category: string, page: number): Promise<Element[]> => {
    const request = ++lastRequest
    const before = { cards: [...grid.children], empty: empty.hidden, more: more.hidden }
    const filter = category === allFeatures ? undefined : category
    const skeletons = Array.from({ length: shown.gridSkeletons }, () =>
      skeleton.content.cloneNode(true),
    )
    if (page === 1) grid.replaceChildren()
    grid.append(...skeletons)
    grid.hidden = false
    empty.hidden = true
    more.hidden = true
    results.ariaBusy = 'true'
    try {
      const { loadCards } = await import('./load-cards.ts')
      const { cards, total, showCategory } = await loadCards(filter, page)
      if (request !== lastRequest) return []
      showCategory(results)
      grid.replaceChildren(...(page === 1 ? [] : before.cards), ...cards)
      grid.hidden = total === 0
      empty.hidden = total > 0
      more.hidden = page * shown.grid >= total
      link.href = paths.storiesPage(filter, page + 1)
      results.dataset['page'] = String(page)
      status.textContent = `${Math.min(page * shown.grid, total)} of ${total}`
      return cards
    } catch (error) {
      if (request !== lastRequest) return []
      console.warn(error)
      grid.replaceChildren(...before.cards.filter((card) => !card.matches('.card-skeleton')))
      grid.hidden = grid.children.length === 0
      empty.hidden = before.empty
      more.hidden = before.more
      const { showToast } = await import('#site/ui/toast.ts')
      const press = () => void load(category, page)
      showToast({ ...messages.loadFailed, action: { label: 'Try again', press } })
      return []
    } finally {
      if (request === lastRequest) results.ariaBusy = null
    }
  }

  /** Stories that are shown, or being loaded, are not requested again. */
  const filter = async () => {
    if (select.value === wanted) return
    wanted = select.value
    history.pushState(null, '', wanted === allFeatures ? paths.stories : paths.storiesIn(wanted))
    await load(wanted, 1)
  }
  select.addEventListener('change', filter)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await filter()
    document.getElementById('features')?.focus({ preventScroll: true })
  })
  const loadMore = async () => {
    const [first] = await load(wanted, Number(results.dataset['page']) + 1)
    first?.querySelector<HTMLElement>('h3 a')?.focus()
  }
  link.addEventListener('click', withoutKeys(loadMore))
  addEventListener('popstate', () => {
    const category = new URLSearchParams(location.search).get('category') ?? allFeatures
    if (category === wanted) return
    wanted = category
    select.value = category
    void load(category, 1)
  })
}

enhanceStoryGrid()
// They are loaded on engagement: a visitor who leaves at once makes no request to the server.
onceEngaged(async () => (await import('./counters.enhance.ts')).refreshCounters())
