interface Sheet {
  quote: string
  words: string
  hint: string
  /** What its buttons do with what was written, by their `data-do`; one without is not shown. */
  actions: Record<string, (words: string) => unknown>
  /** It is opened by the number of this note, which gets the focus back. */
  noteId?: string
}

/** Longer quotes are in sight in the text. */
const mostShown = 160

let shown: { field: HTMLTextAreaElement; isTouched(): boolean; close(): void } | undefined

/** What was written in the sheet that is open. */
export const writtenSoFar = () => shown?.field.value ?? ''

/** Closes it, unless its reader is at it. */
export function closeSheet() {
  if (shown && !shown.isTouched()) shown.close()
}

/** Opens it beside the chapter, in place of one that is open. */
export function openSheet(chapter: HTMLElement, { quote, words, hint, actions, noteId }: Sheet) {
  shown?.close()
  const template = document.querySelector<HTMLTemplateElement>('template[data-note-sheet]')
  const sheet = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
  const [field, cite, told] = ['textarea', 'blockquote', '[data-hint]'].map(
    (selector) => sheet.querySelector(selector) as HTMLTextAreaElement,
  ) as [HTMLTextAreaElement, HTMLElement, HTMLElement]
  cite.textContent = quote.length > mostShown ? `${quote.slice(0, mostShown)}…` : quote
  told.textContent = hint
  field.value = words
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  function close() {
    const hadFocus = sheet.contains(document.activeElement)
    sheet.remove()
    document.removeEventListener('keydown', onKey)
    shown = undefined
    if (hadFocus) chapter.querySelector<HTMLElement>(`button[data-highlight="${noteId}"]`)?.focus()
  }
  for (const button of sheet.querySelectorAll('button')) {
    const { do: name } = button.dataset
    const act = name && actions[name]
    if (name && !act) button.remove()
    // What is selected stays selected.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => {
      if (act) act(field.value.trim())
      close()
    })
  }
  // A toast lies above everything, the buttons of the sheet too.
  document.querySelector<HTMLElement>('.toast [aria-label="Close"]')?.click()
  document.addEventListener('keydown', onKey)
  chapter.after(sheet)
  if (noteId) sheet.focus({ preventScroll: true })
  const isTouched = () => sheet.contains(document.activeElement) || field.value !== words
  shown = { field, isTouched, close }
}
