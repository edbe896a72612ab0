import { type ComponentProps, type ComponentType, useState } from 'react'
import { actionClass } from '#site/ui/admin/classes.ts'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import type { SignInDialog } from './SignInDialog.tsx'

type Dialog = ComponentType<ComponentProps<typeof SignInDialog>>

/**
 * The session has ended while somebody writes. Nothing opens by itself: whoever types is not typed into a password. Stands
 * last in the page, so that it stays at the bottom of the screen, however deep in a text somebody is.
 */
export function SignInBox({ onSignedIn }: { onSignedIn(): void }) {
  const [Dialog, setDialog] = useState<Dialog>()
  const [hasFailed, setFailed] = useState(false)
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
      className={`${boxClass} ${problemClass} sticky bottom-12 z-20 mt-20 max-w-[760px]`}
      role="alert"
      data-stays-at-bottom
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
      {Dialog && <Dialog onSignedIn={onSignedIn} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
