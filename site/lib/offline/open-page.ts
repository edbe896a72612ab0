/** The link that names a page by its words (layouts/Page.astro), and in `data-path` by its id. */
const named = () => document.querySelector<HTMLLinkElement>('link[data-path]')

/** The open page's address with its id, under which it is cached, whichever address it was opened by. */
export function openPath(): string {
  return named()?.dataset['path'] ?? location.pathname
}

/** The address by which the browser has the open page in its own cache. */
export function loadedAddress(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return named() && loaded ? loaded.name : location.pathname + location.search
}

/** Shows the words in the address bar, from where they are copied. */
export function showWords() {
  const link = named()
  if (link) {
    const { pathname } = new URL(link.href)
    history.replaceState(history.state, '', pathname + location.search + location.hash)
  }
}
