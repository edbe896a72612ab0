/** Puts the next chapter in place of this one: on a new page a voice would fall silent. Resolves to whether there is one. */
export async function openNext(): Promise<boolean> {
  const next = document.querySelector<HTMLAnchorElement>('a[rel="next"]')
  if (!next) return false
  const answer = await fetch(next.href)
  // A right that has ended leads elsewhere.
  if (!answer.ok || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelectorAll('[data-turns]')
  for (const [at, one] of document.querySelectorAll('[data-turns]').entries())
    one.replaceChildren(...(fresh[at]?.childNodes ?? []))
  document.title = page.title
  scrollTo({ top: 0, behavior: 'instant' })
  history.replaceState(history.state, '', next.href)
  return true
}
