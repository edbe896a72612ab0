import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { skeletonClass } from '#site/admin/ui/classes.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MailView } from './MailView.tsx'

/** A newsletter as readers could get it, before the first is written. */
export function SampleDialog({ onClose }: { onClose(): void }) {
  const query = useAdminCall(['letter-sample'], 'GET /admin/letter-sample', {})
  return (
    <Dialog title="A sample" hasClose onClose={onClose}>
      {() => (
        <Loaded
          query={query}
          failed="The sample could not be loaded."
          skeleton={
            <div data-admin-skeleton role="status" aria-label="Loading the sample">
              <div className={`h-[640px] ${skeletonClass}`} />
            </div>
          }
        >
          {(preview) => <MailView preview={preview} />}
        </Loaded>
      )}
    </Dialog>
  )
}
