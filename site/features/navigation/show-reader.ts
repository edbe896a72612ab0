import { currentReader } from '#site/lib/session.ts'

try {
  const reader = await currentReader()
  // The session has ended: the page is a visitor's.
  if (!reader) delete document.documentElement.dataset['signedIn']
  for (const place of document.querySelectorAll<HTMLElement>('[data-reader-name]')) {
    if (!reader) break
    place.textContent = reader.firstName || reader.email
    place.title = reader.email
  }
} catch (error) {
  // Who it is could not be found out: the header stays as it is, every link in it is true.
  console.warn(error)
}
