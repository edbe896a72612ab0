import { showToast } from '#site/admin/lib/queue-toast.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

// The command menu is loaded at its first use: by Ctrl+K, or by an element with `data-open-search`.

document.addEventListener('click', ({ target }) => {
  const opener = (target as Element).closest<HTMLElement>('[data-open-search]')
  if (opener) void openSearch(opener)
})

// This comes before the editor, which takes these keys for its link where no text is selected, too.
addEventListener(
  'keydown',
  (event) => {
    const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isAsked || event.key.toLowerCase() !== 'k' || event.isComposing) return
    if (isForLink(event.target) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) void openSearch()
  },
  true,
)

/** Whether text of an editor is selected, or its caret is in a link. */
function isForLink(place: EventTarget | null): boolean {
  if (place instanceof HTMLTextAreaElement) return place.selectionStart !== place.selectionEnd
  if (!(place instanceof HTMLElement && place.isContentEditable)) return false
  const selection = getSelection()
  const link = selection?.anchorNode?.parentElement?.closest('a')
  return selection?.isCollapsed === false || Boolean(link && place.contains(link))
}

async function openSearch(opener?: HTMLElement) {
  const last = opener ?? (document.activeElement as HTMLElement | null)
  opener?.setAttribute('aria-busy', 'true')
  try {
    const { showCommandMenu } = await import('./show-command-menu.ts')
    // Meanwhile another dialog may have opened, or the same by a second click.
    if (!document.querySelector('dialog:modal')) showCommandMenu(() => last?.focus())
  } catch (error) {
    console.warn(error)
    void showToast(adminMessages.searchNotLoaded)
  } finally {
    opener?.removeAttribute('aria-busy')
  }
}
