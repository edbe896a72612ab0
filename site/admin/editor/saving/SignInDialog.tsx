import { useEffect } from 'react'
import { readMember } from '#site/admin/lib/member.ts'
import { storeToken, whenSignedInElsewhere } from '#site/admin/lib/token.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { SignInSteps } from '#site/admin/ui/sign-in/SignInSteps.tsx'

interface Props {
  thing: string
  onSignedIn(): void
  onClose(): void
}

export function SignInDialog({ thing, onSignedIn, onClose }: Props) {
  useEffect(() => whenSignedInElsewhere(onSignedIn), [onSignedIn])
  return (
    <Dialog title="Sign in again" onClose={onClose}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-16">
          <p>The {thing} stays open, and its words are saved once you are signed in.</p>
          <SignInSteps
            label="Sign in and go on"
            onToken={async (token) => {
              storeToken(token)
              await readMember().catch(console.warn)
              onSignedIn()
            }}
          />
          <Button onClick={leave}>Not now</Button>
        </div>
      )}
    </Dialog>
  )
}
