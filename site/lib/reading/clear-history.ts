import { clearHistory } from './reading-record.ts'

/** 'Clear my history': only a second click clears it, because it cannot be undone. `status` shows the state. */
export function enhanceClearHistory(button: HTMLElement, status: Element) {
  const label = button.querySelector('span')
  let isSure = false
  button.addEventListener('click', async ({ detail }) => {
    // The second half of a double click is not a confirmation.
    if (!label || detail > 1) return
    isSure = !isSure
    label.textContent = isSure ? 'Yes, clear my history' : 'Clear my history'
    if (isSure) {
      status.textContent = 'All figures, achievements and notes in books go. This cannot be undone.'
      return
    }
    try {
      await clearHistory()
      status.textContent = 'Your history is cleared.'
    } catch (error) {
      console.warn(error)
      status.textContent = 'This did not work. Please try again when you are online.'
    }
  })
}
