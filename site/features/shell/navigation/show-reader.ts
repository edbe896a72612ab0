import { $session, currentReader } from '#site/lib/session.ts'

$session.subscribe((reader) => {
  // The session has ended: the page is a visitor's.
  if (reader === null) delete document.documentElement.dataset['signedIn']
  if (!reader) return
  for (const place of document.querySelectorAll<HTMLElement>('[data-reader-name]')) {
    place.textContent = reader.firstName || reader.email
    place.title = reader.email
  }
})
// The session could not be read: the header stays as it is, and every link in it works.
currentReader().catch(console.warn)
