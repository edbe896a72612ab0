import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { actionClass, actionsClass, dialogClass, outlineClass } from './classes.ts'

interface Props {
  title: string
  /** The words of the button that does it. */
  confirm: string
  /** The same while it is being done. */
  confirming: string
  isBusy: boolean
  /** It takes something away. */
  isDangerous?: boolean
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks before something is done that is not easily undone, or that needs a word beside it. */
export function ConfirmDialog({
  title,
  confirm,
  confirming,
  isBusy,
  isDangerous = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  useEffect(() => {
    // Focus returns to the button that opened it when the dialog closes.
    dialog.current?.showModal()
    // Enter pressed twice takes nothing away.
    if (isDangerous) cancel.current?.focus()
  }, [isDangerous])
  // Whoever takes the dialog away may do so without closing it: then the browser would leave the focus nowhere.
  useLayoutEffect(() => {
    const open = dialog.current
    return () => open?.close()
  }, [])
  /** Not left to the browser's own event, which comes a moment after the focus went back. */
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
      <form
        method="dialog"
        className="grid grid-cols-[minmax(0,1fr)] gap-16"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <h2 id={titleId} className="text-25/110">
          {title}
        </h2>
        {children}
        <div className={actionsClass}>
          <button
            type="submit"
            className={isDangerous ? `${actionClass} btn-danger` : actionClass}
            aria-busy={isBusy || undefined}
          >
            {isBusy ? confirming : confirm}
          </button>
          <button
            ref={cancel}
            type="button"
            className={outlineClass}
            disabled={isBusy}
            onClick={leave}
          >
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
