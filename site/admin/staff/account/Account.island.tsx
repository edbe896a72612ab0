import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { SessionList } from '#site/admin/ui/sign-in/SessionList.tsx'
import { SingleKeysSwitch } from '#site/admin/ui/sign-in/SingleKeysSwitch.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { SecondSteps } from './SecondSteps.tsx'

const queryKey = ['sessions']

/** Why an island? Sessions and second steps are personal: the calls need a token. */
export const Account = adminIsland(() => (
  <>
    <Sessions />
    <ChangePassword />
    <SecondSteps />
    {/* A phone has none. */}
    <section className="mt-40 max-md:hidden [@media(pointer:coarse)]:hidden" aria-labelledby="keys">
      <ListHead id="keys" title="Keys" />
      <div className="py-12">
        <SingleKeysSwitch />
        <p className="text-15 text-ink-2">Ctrl and / shows all keys.</p>
      </div>
    </section>
  </>
))

function Sessions() {
  const client = useQueryClient()
  const query = useAdminCall(queryKey, 'GET /admin/account/sessions', {})
  const end = useMutation({
    mutationFn: (id: string) => adminCall('DELETE /admin/account/sessions/:id', { id }),
    onSuccess(left) {
      client.setQueryData(queryKey, left)
      document.getElementById('sessions')?.focus()
      void showToast(adminMessages.sessionEnded)
    },
    onError() {
      query.retry()
      void showToast(adminMessages.notDone)
    },
  })
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="sessions">
      <ListHead id="sessions" title="Active sessions" />
      <Loaded query={query} things="your sessions" rows={2}>
        {(sessions) => (
          <SessionList
            sessions={sessions}
            busyId={end.isPending ? end.variables : undefined}
            onEnd={(id) => end.isPending || end.mutate(id)}
          />
        )}
      </Loaded>
    </section>
  )
}
