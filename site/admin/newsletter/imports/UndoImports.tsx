import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCounted, formatMoment } from '#site/admin/lib/format.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { selectRowClass } from '#site/admin/ui/classes.ts'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'

export const importsKey = ['imports']
type Done = OutputOf<'GET /admin/newsletter/imports'>[number]

/** The imports that can be undone; nothing without any. */
export function UndoImports() {
  const { data = [] } = useAdminCall(importsKey, 'GET /admin/newsletter/imports', {})
  const [chosen, setChosen] = useState<Done>()
  const undo = useMutation({
    mutationFn: ({ id }: Done) => adminCall('DELETE /admin/newsletter/imports/:id', { id }),
    onSuccess: () => void showToast(adminMessages.undone),
    onError: () => void showToast(adminMessages.notDone),
    async onSettled() {
      setChosen(undefined)
      await queryClient.invalidateQueries({ queryKey: importsKey })
    },
  })
  if (data.length === 0) return null
  return (
    <section className="mt-40" aria-labelledby="imports">
      <ListHead id="imports" title="Imports of the last 30 days" />
      <ul>
        {data.map((one) => (
          <li key={one.id} className={`${selectRowClass} justify-between py-14`}>
            {`${formatMoment(one.at)}: ${formatCounted(one.untouched, 'address', 'addresses')}`}
            <Button onClick={() => setChosen(one)}>
              Undo<span className="sr-only"> the import of {formatMoment(one.at)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          title="Undo this import?"
          confirm="Undo the import"
          confirming="Undoing..."
          isDangerous
          isBusy={undo.isPending}
          onConfirm={() => undo.mutate(chosen)}
          onClose={() => setChosen(undefined)}
        >
          <p>
            {formatCounted(chosen.untouched, 'address is', 'addresses are')} taken off the list.
            Whoever confirmed or chose something by themselves stays.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
