import { savesData } from '#site/lib/engaged/is-slow.ts'
import { findCached } from '#site/lib/offline/cache.ts'
import { savedCache } from '#site/lib/offline/rules.ts'
import { cacheFirstPage, canCache, registerWorker, settleOwner } from './register.ts'
import { showSaved } from './show-saved.ts'

/**
 * Starts to cache pages that are read, unless the reader saves data; marks saved ones. `bringTools` loads tools
 * that a reader may use offline, so that they are cached as well.
 */
export async function startOffline(bringTools: () => Promise<unknown>) {
  try {
    await settleOwner()
    if (!canCache()) return
    for (const button of document.querySelectorAll<HTMLElement>('[data-tool="save"]')) {
      const key = button.dataset['address'] ?? location.pathname
      showSaved(button, (await findCached(key, savedCache)) !== undefined)
    }
    // Nor is the worker registered: the first page that is saved does that.
    if (savesData()) return
    await registerWorker()
    await bringTools()
    await cacheFirstPage()
  } catch (error) {
    // Forbidden, full, or offline: the page works without it.
    console.warn(error)
  }
}
