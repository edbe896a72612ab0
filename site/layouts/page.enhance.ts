import { enhanceDrawer } from '#site/features/navigation/drawer.enhance.ts'
import { enhanceReader } from '#site/features/navigation/reader.enhance.ts'
import { enhanceTheme } from '#site/features/theme/theme.enhance.ts'
import { enhanceImages } from '#site/ui/images.enhance.ts'

// What every page needs from its first moment on.
enhanceTheme()
enhanceDrawer()
enhanceImages()
enhanceReader()
if ('lite' in document.documentElement.dataset) {
  import('#site/features/data-saver/show-pictures.ts')
    .then(({ enhanceLitePage }) => enhanceLitePage())
    .catch(console.warn)
}

// What can wait until somebody scrolls, touches, types or moves the mouse (one that rests over the page says nothing); a
// press on a tool brings it along.
const engaged = () => import('./engaged.enhance.ts')
// Without a network it may not come; the page is whole without it.
const onEngaged = () => engaged().catch(console.warn)
for (const name of ['scroll', 'touchstart', 'pointermove', 'keydown']) {
  addEventListener(name, onEngaged, { once: true, passive: true, capture: true })
}
addEventListener('click', ({ target }) => {
  const tool = (target as Element).closest<HTMLElement>('[data-tool]')
  if (tool) {
    engaged()
      .then(({ pressTool }) => pressTool(tool))
      .catch(console.warn)
  }
})
