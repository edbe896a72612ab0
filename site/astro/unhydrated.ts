/** Whether an element is in an island that React has not taken over yet. */
export const isUnhydrated = (element: Element) => element.closest('astro-island[ssr]') !== null

/**
 * Matching elements outside hydrated islands: there a script renders what a store has. Once hydrated, React
 * renders it, from the same store, starting with the script's result.
 */
export function unhydrated(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('astro-island:not([ssr])'),
  )
}
