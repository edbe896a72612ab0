/**
 * What matches and is in no hydrated island: there a script draws what a store holds. Once an island is hydrated, React
 * draws it, from the same store, beginning with what the script has drawn.
 */
export function unhydrated(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('astro-island:not([ssr])'),
  )
}
