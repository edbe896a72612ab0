import { readText, writeText } from '#site/lib/web-storage.ts'
import { readingLine } from './measure-chapter.ts'
import { tappingKey } from './tapping-key.ts'

const isOn = () => readText(tappingKey) === 'on'
/** What does something of its own when it is tapped. */
const own = 'a, button, summary, input, textarea, mark, audio, video, [tabindex="0"]'

/** A tap on the lower half goes on by a screen less two lines, and into the next chapter at the end; the upper half goes back. */
function turn({ target, clientY }: MouseEvent) {
  const chapter = (target as Element).closest<HTMLElement>('[data-chapter-page]')
  const text = chapter?.querySelector('[data-chapter-text]')
  // Whoever selects words does not turn.
  if (!isOn() || !text || (target as Element).closest(own) || getSelection()?.isCollapsed === false)
    return
  const foot = document.querySelector<HTMLElement>('[data-progress]')?.offsetHeight ?? 0
  const lines = 2 * Number.parseFloat(getComputedStyle(text).lineHeight)
  const { top, bottom } = text.getBoundingClientRect()
  const end = innerHeight - foot
  const screen = end - readingLine - lines
  const isOnward = clientY > innerHeight / 2
  if (isOnward ? bottom > end : top < readingLine)
    scrollBy({ top: isOnward ? screen : -screen, behavior: 'instant' })
  else document.querySelector<HTMLElement>(isOnward ? 'a[rel="next"]' : 'a[rel="prev"]')?.click()
}

/** The buttons say whether a tap turns. */
function show() {
  for (const button of document.querySelectorAll('[data-tapping]'))
    button.ariaPressed = String(isOn())
}

export function toggleTapping() {
  writeText(tappingKey, isOn() ? 'off' : 'on')
  show()
}

document.addEventListener('click', turn)
show()
