import { paths } from '#contract/paths.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { showLater } from '#site/lib/show-later.ts'
import { toElement } from '#site/lib/to-element.ts'
import { messages } from '#site/messages/messages.ts'

/** A search waits for a pause in the typing. */
const typingMs = 350

/** It is loaded at the first touch of a filter: a first visit requests few files. */
const loadCall = () => import('#site/lib/call.ts')

/** Search, filters and paging without leaving the page; the address follows and Back works. */
function enhanceShelf() {
  const form = document.querySelector<HTMLFormElement>('[data-shelf-filter]')
  const results = document.querySelector<HTMLElement>('[data-shelf-results]')
  const skeleton = document.querySelector<HTMLTemplateElement>('[data-shelf-skeleton]')
  if (!form || !results || !skeleton) return
  let lastRequest = 0

  // The state to restore when a search fails.
  let good = [...results.childNodes]

  const show = async (address: string) => {
    const request = ++lastRequest
    const heading = good.map((node) => (node as Element).querySelector?.('h2')).find(Boolean)
    results.replaceChildren(
      ...(heading ? [heading.cloneNode(true)] : []),
      skeleton.content.cloneNode(true),
    )
    results.ariaBusy = 'true'
    try {
      const { loadPart } = await loadCall()
      const part = toElement(await loadPart(paths.part(address)))
      // A later key has started another search.
      if (request !== lastRequest) return
      good = [part]
      results.replaceChildren(part)
      import('#site/lib/refresh-ratings.ts')
        .then(({ refreshRatings }) => refreshRatings())
        .catch(console.warn)
    } catch (error) {
      if (request !== lastRequest) return
      console.warn(error)
      results.replaceChildren(...good)
      const { showToast } = await import('#site/ui/toast.ts')
      const press = () => void show(address)
      showToast({ ...messages.loadFailed, action: { label: 'Try again', press } })
    } finally {
      if (request === lastRequest) results.ariaBusy = null
    }
  }

  const wanted = () => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (value) query.set(name, String(value))
    }
    return query.size > 0 ? `${location.pathname}?${query}` : location.pathname
  }
  const go = (address: string) => {
    if (address === location.pathname + location.search) return
    history.pushState(null, '', address)
    void show(address)
  }

  form.addEventListener('focusin', () => loadCall().catch(console.warn), { once: true })
  let typing: ReturnType<typeof setTimeout>
  form.addEventListener('input', (event) => {
    clearTimeout(typing)
    const isTyping = (event.target as Element).matches('input')
    typing = setTimeout(() => go(wanted()), isTyping ? typingMs : 0)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(typing)
    go(wanted())
  })
  const turnTo = async (link: HTMLAnchorElement) => {
    history.pushState(null, '', link.href)
    await show(link.pathname + link.search)
    results.querySelector<HTMLElement>('h2')?.focus()
  }
  results.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('nav a')
    if (link) withoutKeys(() => turnTo(link))(event)
  })
  addEventListener('popstate', () => {
    const query = new URLSearchParams(location.search)
    for (const name of ['search', 'category', 'price']) {
      const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
      field.value = query.get(name) ?? ''
    }
    void show(location.pathname + location.search)
  })
}

enhanceShelf()
showLater()
