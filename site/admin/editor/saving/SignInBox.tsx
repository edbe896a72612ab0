import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { boxClass, problemClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { SignInDialog } from './SignInDialog.tsx'

type Dialog = ComponentType<ComponentProps<typeof SignInDialog>>

interface Props {
  thing: string
  onSignedIn(): void
}

/** The session has expired during typing. No dialog opens by itself, or the text would go into its password field. */
export function SignInBox({ thing, onSignedIn }: Props) {
  /** The element that had the focus, which gets it back. */
  const place = useRef<HTMLElement>(undefined)
  const [Dialog, setDialog] = useState<Dialog>()
  const [hasFailed, setFailed] = useState(false)
  const hasSignedIn = useRef(false)
  // This comes after everything is closed: until then the dialog has the focus.
  useEffect(
    () => () => {
      if (hasSignedIn.current) place.current?.focus()
    },
    [],
  )
  const open = async () => {
    try {
      // It is loaded on demand: most sessions do not expire while somebody types.
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
          <Button look="action" onClick={open} label="Sign in again" />
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
