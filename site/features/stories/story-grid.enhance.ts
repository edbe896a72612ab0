import { allFeatures } from '#contract/categories.ts'
import { shown } from '#contract/limits.ts'
import { loadPart } from '#site/lib/call.ts'
import { paths } from '#site/lib/paths.ts'
import { toElement } from '#site/lib/to-element.ts'
import { notices } from '#site/words/notices.ts'
import { enhanceCounters } from './counters.enhance.ts'

/** Filter and Load More without leaving the page; the address follows, so that a result can be shared. */
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
  if (!form || !results || !grid || !empty || !more || !status || !link) return
  const select = form.elements.namedItem('category') as HTMLSelectElement

  const load = async (category: string | undefined, page: number) => {
    const skeletons = Array.from({ length: shown.gridSkeletons }, skeleton)
    if (page === 1) grid.replaceChildren()
    grid.append(...skeletons)
    grid.hidden = false
    empty.hidden = true
    more.hidden = true
    results.ariaBusy = 'true'
    try {
      const part = toElement(await loadPart(paths.part(paths.storiesPage(category, page))))
      const total = Number(part.dataset['total'])
      const cards = [...part.children]
      grid.append(...cards)
      grid.hidden = total === 0
      empty.hidden = total > 0
      more.hidden = page * shown.grid >= total
      link.href = paths.storiesPage(category, page + 1)
      results.dataset['page'] = String(page)
      if (category) results.dataset['category'] = category
      else delete results.dataset['category']
      status.textContent = `${Math.min(page * shown.grid, total)} of ${total}`
      return cards
    } catch (error) {
      console.warn(error)
      more.hidden = false
      const { showToast } = await import('#site/ui/toast.ts')
      showToast(notices.loadFailed)
      return []
    } finally {
      for (const one of skeletons) one.remove()
      results.ariaBusy = null
    }
  }

  const chosen = () => (select.value === allFeatures ? undefined : select.value)
  const filter = async () => {
    const category = chosen()
    if (results.dataset['category'] === category && results.dataset['page'] === '1') return
    history.pushState(null, '', category ? paths.storiesIn(category) : paths.stories)
    await load(category, 1)
  }
  select.addEventListener('change', filter)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await filter()
    document.getElementById('features')?.focus({ preventScroll: true })
  })
  link.addEventListener('click', async (event) => {
    event.preventDefault()
    const [first] = await load(results.dataset['category'], Number(results.dataset['page']) + 1)
    first?.querySelector<HTMLElement>('h3 a')?.focus()
  })
  addEventListener('popstate', () => {
    const category = new URLSearchParams(location.search).get('category') ?? allFeatures
    if (category === (results.dataset['category'] ?? allFeatures)) return
    select.value = category
    void load(chosen(), 1)
  })
}

function skeleton() {
  const card = document.createElement('div')
  card.className = 'card card-skeleton'
  const picture = document.createElement('div')
  picture.className = 'picture cut'
  card.append(picture, document.createElement('i'), document.createElement('i'))
  return card
}

enhanceStoryGrid()
enhanceCounters()
