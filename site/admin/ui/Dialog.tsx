import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { dialogClass } from './classes.ts'

interface Props {
  title: string
  /** It stays open during the action. */
  isBusy?: boolean
  /** A dialog without a button that leaves it has a cross. */
  hasClose?: boolean
  onOpen?(): void
  onClose(): void
  /** `leave` closes it. */
  children(leave: () => void): ReactNode
}

/** A modal dialog. After it closes, the focus is where it was before. */
export function Dialog({
  title,
  isBusy = false,
  hasClose = false,
  onOpen,
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opened = useRef(onOpen)
  const titleId = useId()
  useEffect(() => {
    // Focus returns to the button that opened it when the dialog closes.
    dialog.current?.showModal()
    opened.current?.()
  }, [])
  // A parent may unmount the dialog without closing it: then the browser would not restore the focus.
  useLayoutEffect(() => {
    const open = dialog.current
    return () => open?.close()
  }, [])
  /** Not left to the browser's close event, which is sent after the focus has returned. */
  const leave = () => {
    dialog.current?.close()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={dialogClass}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) leave()
      }}
    >
      {hasClose ? (
        <div className="-mt-16 mb-10 flex items-center justify-between gap-12 pl-30 sm:mt-0 sm:pl-0">
          <h2 id={titleId} className="text-29/110 tracking-closer">
            {title}
          </h2>
          <button type="button" className="icon-btn" aria-label="Close" onClick={leave}>
            <Icon name="close" size={22} />
          </button>
        </div>
      ) : (
        <h2 id={titleId} className="mb-16 text-25/110">
          {title}
        </h2>
      )}
      {children(leave)}
    </dialog>
  )
}
