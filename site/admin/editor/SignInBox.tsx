import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { actionClass } from '#site/admin/ui/classes.ts'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { SignInDialog } from './SignInDialog.tsx'

type Dialog = ComponentType<ComponentProps<typeof SignInDialog>>

interface Props {
  /** What is written. */
  thing: string
  onSignedIn(): void
}

/** The session has ended while somebody writes. Nothing opens by itself: whoever types is not typed into a password. */
export function SignInBox({ thing, onSignedIn }: Props) {
  /** Where somebody wrote: there they go on. */
  const place = useRef<HTMLElement>(undefined)
  const [Dialog, setDialog] = useState<Dialog>()
  const [hasFailed, setFailed] = useState(false)
  const hasSignedIn = useRef(false)
  // When all of this is gone: until then the dialog has the focus.
  useEffect(
    () => () => {
      if (hasSignedIn.current) place.current?.focus()
    },
    [],
  )
  const open = async () => {
    try {
      // Loaded when it is needed: most who write never are signed out.
      const { SignInDialog } = await import('./SignInDialog.tsx')
      setFailed(false)
      setDialog(() => SignInDialog)
    } catch {
      setFailed(true)
    }
  }
  return (
    <div
      className={`${boxClass} ${problemClass}`}
      role="alert"
      onFocus={({ currentTarget, relatedTarget }) => {
        const isOutside = relatedTarget && !currentTarget.contains(relatedTarget)
        if (isOutside) place.current = relatedTarget as HTMLElement
      }}
    >
      <Icon name="alert" />
      <div className="grid gap-12">
        <p>
          <b>You are signed out.</b> Your words are on this device. Sign in here, and they are
          saved.
        </p>
        <div>
          <button type="button" className={actionClass} onClick={open}>
            Sign in again
          </button>
        </div>
        {hasFailed && <p>The sign-in could not be loaded. Please try again.</p>}
      </div>
      {Dialog && (
        <Dialog
          thing={thing}
          onSignedIn={() => {
            hasSignedIn.current = true
            onSignedIn()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
