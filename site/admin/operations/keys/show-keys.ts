import { renderIsland } from '#site/astro/render-island.ts'
import { KeyList } from './KeyList.tsx'

/** Shows the keys over the page until they are closed; the focus then returns. */
export function showKeys() {
  const last = document.activeElement as HTMLElement | null
  const remove = renderIsland(KeyList, {
    onClose() {
      // Not while React renders.
      setTimeout(remove)
      last?.focus()
    },
  })
}
