import { useEffect, useId, useRef } from 'react'
import { readMember } from '#site/lib/admin/member.ts'
import { storeToken, whenSignedInElsewhere } from '#site/lib/admin/token.ts'
import { dialogClass, outlineClass } from '#site/ui/admin/classes.ts'
import { SignInSteps } from '../sign-in/SignInSteps.tsx'

interface Props {
  /** What is written. */
  thing: string
  onSignedIn(): void
  onClose(): void
}

/** The sign-in, above what is being written. */
export function SignInDialog({ thing, onSignedIn, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => whenSignedInElsewhere(onSignedIn), [onSignedIn])
  return (
    <dialog
      ref={dialog}
      className={dialogClass}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
        <h2 id={titleId} className="text-25/110">
          Sign in again
        </h2>
        <p>The {thing} stays open, and its words are saved once you are signed in.</p>
        <SignInSteps
          label="Sign in and go on"
          onToken={async (token) => {
            storeToken(token)
            await readMember().catch(console.warn)
            onSignedIn()
          }}
        />
        <button type="button" className={outlineClass} onClick={onClose}>
          Not now
        </button>
      </div>
    </dialog>
  )
}
