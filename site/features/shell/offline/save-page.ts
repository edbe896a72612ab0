import { fetchPage, findCached, NoRoom, removeCached, save } from '#site/lib/offline/cache.ts'
import { loadedAddress, openPath } from '#site/lib/offline/open-page.ts'
import { isCacheable, savedCache } from '#site/lib/offline/rules.ts'
import { offlineMessages } from '#site/messages/offline-messages.ts'
import { showToast } from '#site/ui/toast.ts'
import { canCache, loadedFiles, registerWorker, settleOwner, showSaved } from './register.ts'

/** A click on Save for offline: saves the open page, or the file that the button names, or deletes it again. */
export async function toggleKept(button: HTMLElement) {
  if (button.ariaBusy === 'true') return
  const key = button.dataset['address'] ?? openPath()
  button.ariaBusy = 'true'
  try {
    if (!canCache()) return showToast(offlineMessages.cannotCache)
    await settleOwner()
    if (await findCached(key, savedCache)) {
      await removeCached(key)
      showSaved(button, false)
      return showToast(offlineMessages.unsaved)
    }
    await registerWorker()
    const isThisPage = !button.dataset['address']
    const answer = await (isThisPage ? fetchPage(loadedAddress(), 'free') : fetchPage(key))
    if (!isCacheable(answer))
      throw new Error(`Saving ${key} offline failed with status ${answer.status}`)
    await save(key, answer, isThisPage ? loadedFiles() : [])
    showSaved(button, true)
    showToast(offlineMessages.saved(button.dataset['title'] ?? document.title))
  } catch (error) {
    console.warn(error)
    showToast(error instanceof NoRoom ? offlineMessages.noRoom : offlineMessages.notSaved)
  } finally {
    button.ariaBusy = null
  }
}
