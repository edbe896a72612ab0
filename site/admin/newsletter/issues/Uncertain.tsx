import { pageSize } from '#contract/limits.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { actionsClass, summaryClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Press } from './ProgressActions.tsx'
import type { Progress } from './what-is-left.ts'

interface Props {
  issue: Progress
  isOwner: boolean
  busy: string | undefined
  onPress(press: Press): void
}

/** Recipients for whom delivery is uncertain: staff decide. */
export function Uncertain({ issue: { id, state, undecided }, isOwner, busy, onPress }: Props) {
  return (
    <section
      className="mt-28 max-w-[760px] border-1.5 border-ink p-16 md:p-24"
      aria-labelledby="uncertain"
    >
      <h2 id="uncertain" className="text-25/110">
        Uncertain: {formatCount(undecided)}
      </h2>
      <p className="mt-8">
        The connection was cut between handing over the mail and the mail server’s answer. Most of
        them will have it. Sent again, some get it twice; left, some may miss it.
      </p>
      {isOwner && (
        <>
          <div className={`${actionsClass} mt-16`}>
            <ActionButton
              label="Leave as they are"
              busy="One moment…"
              isBusy={busy === 'leave'}
              onPress={() =>
                onPress({
                  what: 'leave',
                  message: adminMessages.uncertainLeft,
                  send: () =>
                    adminCall('POST /admin/letters/:id/uncertain', { id, decision: 'leave' }),
                })
              }
            />
            {state !== 'stopped' && (
              <ActionButton
                label="Send again"
                busy="One moment…"
                isOutline
                isBusy={busy === 'sendAgain'}
                onPress={() =>
                  onPress({
                    what: 'sendAgain',
                    message: adminMessages.uncertainSentAgain,
                    send: () =>
                      adminCall('POST /admin/letters/:id/uncertain', { id, decision: 'sendAgain' }),
                  })
                }
              />
            )}
          </div>
          <Addresses id={id} many={undecided} />
        </>
      )}
    </section>
  )
}

function Addresses({ id, many }: { id: string; many: number }) {
  const query = useAdminQuery({
    queryKey: ['letter-uncertain', many],
    queryFn: () =>
      adminCallPage('GET /admin/letters/:id/uncertain', { id, pageSize: pageSize.max }),
  })
  return (
    <details className="mt-12">
      <summary className={summaryClass}>Their addresses</summary>
      <Loaded
        query={query}
        failed="The addresses could not be loaded."
        skeleton={<AdminSkeleton label="Loading the addresses" rows={2} />}
      >
        {({ items, total }) => (
          <ul className="[overflow-wrap:anywhere]">
            {items.map(({ email }, at) => (
              <li key={email ?? at}>{email ?? 'Left the newsletter meanwhile'}</li>
            ))}
            {total > items.length && <li>and {formatCount(total - items.length)} more</li>}
          </ul>
        )}
      </Loaded>
    </details>
  )
}
