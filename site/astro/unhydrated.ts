/**
 * Matching elements outside hydrated islands: there a script renders what a store has. Once hydrated, React
 * renders it, from the same store, starting with the script's result.
 */
export function unhydrated(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => !element.closest('astro-island:not([ssr])'),
  )
}
