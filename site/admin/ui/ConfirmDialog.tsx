import { type ReactNode, useRef } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionClass, actionsClass } from './classes.ts'
import { Dialog } from './Dialog.tsx'
import { Off } from './frame/Off.tsx'

interface Props {
  title: string
  /** The label of the button that confirms. */
  confirm: string
  /** Its label while the action runs. */
  confirming: string
  isBusy: boolean
  isMailed?: boolean
  isDangerous?: boolean
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks for confirmation of an action that is hard to undo, or that needs input. */
export function ConfirmDialog({
  title,
  confirm,
  confirming,
  isBusy,
  isMailed = false,
  isDangerous = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  // A repeated Enter deletes nothing.
  const stepBack = () => {
    if (isDangerous) cancel.current?.focus()
  }
  return (
    <Dialog title={title} isBusy={isBusy} onOpen={stepBack} onClose={onClose}>
      {(leave) => (
        <form
          method="dialog"
          className="grid grid-cols-[minmax(0,1fr)] gap-16"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) onConfirm()
          }}
        >
          {isMailed && <Off name="mail" />}
          {children}
          <div className={actionsClass}>
            <button
              type="submit"
              className={isDangerous ? `${actionClass} btn-danger` : actionClass}
              aria-busy={isBusy || undefined}
            >
              {isBusy ? confirming : confirm}
            </button>
            <Button ref={cancel} disabled={isBusy} onClick={leave}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
