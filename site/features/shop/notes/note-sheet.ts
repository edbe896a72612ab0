interface Sheet {
  quote: string
  words: string
  hint: string
  /** What its buttons do with what was written; one that is not here is not shown. */
  actions: Partial<
    Record<
      'highlight' | 'save' | 'copy' | 'share' | 'listen' | 'delete',
      (words: string) => unknown
    >
  >
  /** It gets the focus, and gives it back to this one. */
  opener?: HTMLElement | undefined
}

/** Longer quotes are in sight in the text. */
const mostShown = 160

let shown: { words(): string; isTouched(): boolean; close(): void } | undefined

/** What was written in the sheet that is open. */
export const writtenSoFar = () => shown?.words() ?? ''

/** Closes it, unless its reader is at it. */
export function closeSheet() {
  if (shown && !shown.isTouched()) shown.close()
}

/** Opens it beside the chapter, in place of one that is open. */
export function openSheet(chapter: HTMLElement, { quote, words, hint, actions, opener }: Sheet) {
  shown?.close()
  const template = document.querySelector<HTMLTemplateElement>('template[data-note-sheet]')
  const sheet = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
  const field = sheet.querySelector('textarea') as HTMLTextAreaElement
  const fill = (selector: string, text: string) => {
    const element = sheet.querySelector(selector)
    if (element) element.textContent = text
  }
  fill('[data-quote]', quote.length > mostShown ? `${quote.slice(0, mostShown)}…` : quote)
  fill('[data-hint]', hint)
  field.value = words
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  function close() {
    const hadFocus = sheet.contains(document.activeElement)
    sheet.remove()
    document.removeEventListener('keydown', onKey)
    shown = undefined
    // The number may be another one now.
    const { highlight } = opener?.dataset ?? {}
    if (hadFocus && highlight)
      document.querySelector<HTMLElement>(`button[data-highlight="${highlight}"]`)?.focus()
  }
  for (const button of sheet.querySelectorAll('button')) {
    // What is selected stays selected.
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('mousedown', (event) => event.preventDefault())
    const act = actions[button.dataset['do'] as keyof Sheet['actions']]
    if (button.dataset['do'] && !act) button.remove()
    button.addEventListener('click', () => {
      act?.(field.value.trim())
      close()
    })
  }
  document.addEventListener('keydown', onKey)
  chapter.after(sheet)
  if (opener) sheet.focus({ preventScroll: true })
  shown = {
    words: () => field.value,
    isTouched: () => sheet.contains(document.activeElement) || field.value !== words,
    close,
  }
}
