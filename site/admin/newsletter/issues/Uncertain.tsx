import { pageSize } from '#contract/limits.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass, summaryClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { Press } from './ProgressActions.tsx'
import type { Progress } from './what-is-left.ts'

interface Props {
  issue: Progress
  isOwner: boolean
  busy: string | undefined
  onPress(press: Press): void
}

/** Recipients for whom delivery is uncertain: staff decide, once the others have it. */
export function Uncertain({ issue: { id, state, undecided }, isOwner, busy, onPress }: Props) {
  const isUnderWay = state === 'sending'
  const decide = (decision: 'leave' | 'sendAgain', label: string, isOutline: boolean) => (
    <ActionButton
      label={label}
      busy="One moment…"
      isOutline={isOutline}
      isBusy={busy === decision}
      onPress={() =>
        onPress({
          what: decision,
          message:
            decision === 'leave' ? adminMessages.uncertainLeft : adminMessages.uncertainSentAgain,
          send: () => adminCall('POST /admin/letters/:id/uncertain', { id, decision }),
        })
      }
    />
  )
  return (
    <section
      className="mt-14 grid max-w-[640px] grid-cols-[20px_minmax(0,1fr)] gap-x-12 bg-sunk p-14"
      aria-label={`Delivery unknown: ${formatCount(undecided)}`}
    >
      <Icon name="info" className="mt-2 text-accent" />
      <div className="text-15/150">
        <p>
          <b className="font-semibold">
            {undecided === 1
              ? '1 delivery is unknown. '
              : `${formatCount(undecided)} deliveries are unknown. `}
          </b>
          The connection dropped before the mail server answered. Most of them will have it.
          {isUnderWay
            ? ' You can resend or skip them when the rest is sent.'
            : ' Resent, some get it twice; skipped, some may miss it.'}
        </p>
        {isOwner && !isUnderWay && (
          <>
            <div className={`${actionsClass} mt-12`}>
              {state !== 'stopped' && decide('sendAgain', 'Resend', false)}
              {decide('leave', 'Skip', state !== 'stopped')}
            </div>
            <Addresses id={id} many={undecided} />
          </>
        )}
      </div>
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
    <details className="mt-8">
      <summary className={summaryClass}>Their addresses</summary>
      <Loaded query={query} things="the addresses" rows={2}>
        {({ items, total }) => (
          <ul className="[overflow-wrap:anywhere]">
            {items.map(({ email }, at) => (
              <li key={email ?? at}>{email ?? 'Unsubscribed meanwhile'}</li>
            ))}
            {total > items.length && <li>and {formatCount(total - items.length)} more</li>}
          </ul>
        )}
      </Loaded>
    </details>
  )
}
