import { savesData } from '#site/lib/engaged/is-slow.ts'
import { findCached } from '#site/lib/offline/cache.ts'
import { savedCache } from '#site/lib/offline/rules.ts'
import { cacheFirstPage, canCache, registerWorker, settleOwner } from './register.ts'
import { showSaved } from './show-saved.ts'

/**
 * Begins to keep what is read, unless the reader saves data; shows what is saved already. `bringTools` loads what
 * a reader may want without a network, so that it is cached as well.
 */
export async function startOffline(bringTools: () => Promise<unknown>) {
  try {
    await settleOwner()
    if (!canCache()) return
    for (const button of document.querySelectorAll<HTMLElement>('[data-tool="save"]')) {
      const key = button.dataset['address'] ?? location.pathname
      showSaved(button, (await findCached(key, savedCache)) !== undefined)
    }
    // The worker neither: it comes with the first page that is saved on purpose.
    if (savesData()) return
    await registerWorker()
    await bringTools()
    await cacheFirstPage()
  } catch (error) {
    // Forbidden here, full, or without a network: the page is none the worse.
    console.warn(error)
  }
}
