import { messages } from '#site/messages/messages.ts'
import { showToast } from '#site/ui/toast.ts'

/** It is loaded at the first press on Save. */
export function tellSaved(isSaved: boolean) {
  showToast(isSaved ? messages.bookSaved : messages.bookUnsaved)
}
