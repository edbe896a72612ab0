// Without a network, a press on a link to another admin page would end in the browser's error page, with all that this one
// holds: nothing of these pages is cached, so it stays, and says so. Toasts may not be loaded by then.
const note = document.querySelector<HTMLElement>('[data-offline-note]')
const text = note?.firstElementChild

addEventListener('click', (event) => {
  // Read, or in the way.
  text?.replaceChildren()
  if (navigator.onLine || event.defaultPrevented || !text) return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target === '_blank' || !link.pathname.startsWith('/admin/')) return
  if (link.origin !== location.origin || (link.hash && link.pathname === location.pathname)) return
  event.preventDefault()
  text.textContent = 'You are offline. This page stays open; try again when the connection is back.'
})
addEventListener('online', () => text?.replaceChildren())
