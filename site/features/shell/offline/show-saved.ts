import { offlineWords } from '#site/messages/offline-messages.ts'

/** Shows on a save button whether its page or file is saved on the device. */
export function showSaved(button: HTMLElement, isSaved: boolean) {
  button.ariaPressed = String(isSaved)
  const words = button.querySelector('[data-words]')
  if (words) words.textContent = isSaved ? offlineWords.saved : offlineWords.save
}
