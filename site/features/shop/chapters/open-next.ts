/**
 * Puts the next chapter in place of this one, without leaving the page: a voice that was started here would fall silent on
 * another. Resolves to whether there is one. Whoever presses Back leaves the book, as from the first chapter.
 */
export async function openNext(): Promise<boolean> {
  const next = document.querySelector<HTMLAnchorElement>('a[rel="next"]')
  if (!next) return false
  const { ok, redirected, text } = await fetchPage(next.href)
  // A right that has ended leads elsewhere.
  if (!ok || redirected) return false
  const page = new DOMParser().parseFromString(text, 'text/html')
  const fresh = page.querySelectorAll('[data-turns]')
  for (const [at, one] of document.querySelectorAll('[data-turns]').entries())
    one.replaceChildren(...(fresh[at]?.childNodes ?? []))
  document.title = page.title
  scrollTo({ top: 0, behavior: 'instant' })
  history.replaceState(history.state, '', next.href)
  return true
}

async function fetchPage(address: string) {
  const answer = await fetch(address)
  return { ok: answer.ok, redirected: answer.redirected, text: await answer.text() }
}
