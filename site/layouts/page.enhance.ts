import '#site/astro/islands.ts'
import { enhanceDrawer } from '#site/features/shell/navigation/drawer.enhance.ts'
import { enhanceTheme } from '#site/features/shell/theme/theme.enhance.ts'
import { onceEngaged, visitorsLike } from '#site/lib/engaged/once-engaged.ts'
import { whenShown } from '#site/lib/engaged/when-shown.ts'
import { enhanceImages } from '#site/ui/images.enhance.ts'

// Scripts that every page needs at once.
enhanceTheme()
enhanceDrawer()
enhanceImages()
// Fills in the signed-in reader. A visitor's page makes no call and loads nothing for it; without a network it may not
// load, and the header stays as it is.
if ('signedIn' in document.documentElement.dataset)
  whenShown(() => import('./signed-in.enhance.ts').catch(console.warn))
if ('lite' in document.documentElement.dataset) {
  import('#site/features/readers/data-saver/show-pictures.ts')
    .then(({ enhanceLitePage }) => enhanceLitePage())
    .catch(console.warn)
}

// The rest waits for the first scroll, touch, key or mouse move; a click on a tool loads it as well.
const engaged = () => import('./engaged.enhance.ts')
onceEngaged(engaged, 'pointermove')
const press = (tool: HTMLElement) =>
  engaged()
    .then(({ pressTool }) => pressTool(tool))
    .catch(console.warn)
addEventListener('click', (event) => {
  const like = visitorsLike(event)
  const tool = (event.target as Element).closest<HTMLElement>('[data-tool]')
  if (like) {
    // A phone whose data is used up says that it is online. What the worker has says what to do.
    import('#site/features/magazine/likes/sign-in-to-like.ts')
      .then(({ pressAsVisitor }) => pressAsVisitor(like))
      .catch(() => press(like))
  } else if (tool) void press(tool)
})
