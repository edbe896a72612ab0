import { type ReactNode, useEffect, useRef } from 'react'
import { boxClass, problemClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { Conflict, SaveState } from './draft-saver.ts'
import { SignInBox } from './SignInBox.tsx'

interface Props {
  editor: { saveState: SaveState; isSignedOut: boolean; signedIn(): void }
  thing: 'story' | 'newsletter'
  /** Choices in a conflict. */
  children(conflict: Conflict): ReactNode
}

/**
 * Why the text is not saved, and what to do. It sticks to the bottom of the screen, however long the text is; a caret
 * that it would cover is scrolled above it.
 */
export function SaveNotice({
  editor: { saveState, isSignedOut, signedIn },
  thing,
  children,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isWaiting = saveState.is === 'waiting' || saveState.is === 'refused'
  const isShown = isSignedOut || isWaiting || saveState.is === 'conflict'
  useEffect(() => {
    const element = box.current
    if (!isShown || !element) return
    const observer = new ResizeObserver(() => showCaretAbove(element))
    observer.observe(element)
    element.addEventListener('mousedown', keepFocus)
    return () => observer.disconnect()
  }, [isShown])
  if (!isShown) return null
  return (
    <div
      ref={box}
      className="sticky bottom-[calc(var(--foot)+var(--tools))] z-20 order-1 grid max-h-[45dvh] gap-8 overflow-auto md:order-none"
      data-bar="bottom"
      data-stays-at-bottom
    >
      {saveState.is === 'conflict' && children(saveState.conflict)}
      {isSignedOut && <SignInBox thing={thing} onSignedIn={signedIn} />}
      {isWaiting && !isSignedOut && (
        // Screen readers get the same from the status beside the title.
        <div className={`${boxClass} ${problemClass}`} aria-hidden="true">
          <Icon name="alert" />
          <p>{noticeOf(saveState)}</p>
        </div>
      )}
    </div>
  )
}

/** The focus opens and closes the bars below the box, which would move away from the pointer that presses in it. */
function keepFocus(event: MouseEvent) {
  const target = event.target as Element
  if (target.closest('button, a') && !target.closest('dialog')) event.preventDefault()
}

function showCaretAbove(box: HTMLElement) {
  const selection = getSelection()
  const isWriting = document.activeElement?.matches('[contenteditable="true"]')
  if (!isWriting || !selection?.rangeCount) return
  const range = selection.getRangeAt(0)
  const { startContainer: at } = range
  const line = at instanceof Element ? at : at.parentElement
  const { bottom } = range.getClientRects()[0] ?? line?.getBoundingClientRect() ?? { bottom: 0 }
  const covered = bottom - box.getBoundingClientRect().top
  if (covered > 0) scrollBy(0, covered + 12)
}

function noticeOf(state: SaveState): string {
  return state.is === 'refused'
    ? `Not saved: ${state.sentence}`
    : 'No connection: your words are on this device and are saved later'
}
