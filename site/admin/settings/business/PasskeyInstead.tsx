import { useState } from 'react'
import { adminCall } from '#site/admin/lib/call.ts'
import { signByPasskey } from '#site/admin/lib/sign-in.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'

/** Stands in for the password where the person has a passkey that works at this address. */
export function PasskeyInstead({ onConfirmed }: { onConfirmed(): void }) {
  const { data } = useAdminCall(['second-step'], 'GET /admin/account/second-step', {})
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  if (!data?.passkeys.some(({ isElsewhere }) => !isElsewhere)) return null
  const confirm = async () => {
    setState('busy')
    const { attempt, passkey } = await adminCall('POST /admin/account/confirm', {})
    const proof = { attempt, passkey: await signByPasskey(passkey) }
    await adminCall('POST /admin/account/confirm/passkey', proof)
    onConfirmed()
  }
  return (
    <div role="status" className="grid justify-items-start gap-8">
      <ActionButton
        isOutline
        label="Use a passkey"
        busy="Waiting..."
        isBusy={state === 'busy'}
        onPress={() => confirm().catch(() => setState('failed'))}
      />
      {state === 'failed' && <p>That did not work. Type your password instead.</p>}
    </div>
  )
}
