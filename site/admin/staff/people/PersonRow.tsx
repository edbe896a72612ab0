import { roleTexts } from '#contract/roles.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import {
  badgeClasses,
  bylineClass,
  dangerClass,
  factsClass,
  outlineClass,
  rowClass,
  rowTitleClass,
  summaryClass,
} from '#site/admin/ui/classes.ts'
import { SessionList } from '#site/admin/ui/sign-in/SessionList.tsx'
import type { Person, PersonChange } from './PersonDialog.tsx'

/** Actions without confirmation. */
export type Press =
  | { what: 'invite' }
  | { what: 'signOut'; session?: string }
  | { what: 'unlinkReader' }

interface Props {
  person: Person
  /** The action that is running for this person. */
  busy: Press | undefined
  onPress(press: Press): void
  onAsk(change: PersonChange): void
}

/** One member of staff, with all actions. */
export function PersonRow({ person, busy, onPress, onAsk }: Props) {
  const { name, email, role, state, readerEmail, sessions } = person
  const isOwner = role === 'owner'
  const which = <span className="sr-only">: {name}</span>
  const button = (label: string, press: Press, isBusy = busy?.what === press.what) => (
    <Button isBusy={isBusy} onClick={() => onPress(press)}>
      {label}
      {which}
    </Button>
  )
  const ask = (label: string, change: PersonChange, className = outlineClass) => (
    <button type="button" className={className} onClick={() => onAsk(change)}>
      {label}
      {which}
    </button>
  )
  return (
    <li className={rowClass}>
      <div className="[overflow-wrap:anywhere]">
        <h3 className={rowTitleClass}>{name}</h3>
        <p className={bylineClass}>{email ?? 'Site owner'}</p>
        <div className={factsClass}>
          <span className={state === 'active' ? badgeClasses.good : badgeClasses.plain}>
            {roleTexts[role].label}
          </span>
          <StateOf person={person} />
          {readerEmail && <span className="text-ink-2">Reader’s account: {readerEmail}</span>}
        </div>
      </div>
      <div className="flex flex-wrap gap-10">
        {state === 'invited' && button('Invite again', { what: 'invite' })}
        {!isOwner && ask('Change role', 'role')}
        {readerEmail
          ? button('Unlink account', { what: 'unlinkReader' })
          : ask('Link account', 'reader')}
        {!isOwner && ask('Remove', 'end', dangerClass)}
      </div>
      {sessions.length > 0 && (
        <details>
          <summary className={summaryClass}>
            {sessions.length === 1 ? '1 active session' : `${sessions.length} active sessions`}
            {which}
          </summary>
          <SessionList
            sessions={sessions}
            busyId={busy?.what === 'signOut' ? busy.session : undefined}
            onEnd={(session) => onPress({ what: 'signOut', session })}
          />
          {!sessions.some(({ isThisOne }) => isThisOne) && (
            <div className="mt-14">{button('Sign out everywhere', { what: 'signOut' })}</div>
          )}
        </details>
      )}
    </li>
  )
}

function StateOf({ person }: { person: Person }) {
  const { state, invitedUntil, hasSecondStep, needsSecondStep } = person
  if (state === 'invited') {
    return (
      <span className="text-ink-2">
        {invitedUntil
          ? `Invited; the link works until ${formatMoment(invitedUntil)}`
          : 'Invited. The link is on its way or has expired: send it again'}
      </span>
    )
  }
  return (
    <span className="text-ink-2">
      {hasSecondStep
        ? 'Two-step sign-in is on'
        : needsSecondStep
          ? 'Cannot sign in before two-step sign-in is set up'
          : 'Two-step sign-in is off'}
    </span>
  )
}
