import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { passwordLength } from '#contract/form-limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import {
  actionsClass,
  bylineClass,
  outlineClass,
  rowClass,
  rowTitleClass,
} from '#site/admin/ui/classes.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

type State = OutputOf<'GET /admin/account/second-step'>

const queryKey = ['second-step']

type Asking = { what: 'setUp' | 'codes' | 'authenticator' } | { what: 'passkey'; id: string }

const removing = {
  title: 'Remove this way to sign in?',
  confirm: 'Remove',
  text: 'It no longer signs you in.',
  isDangerous: true,
}
const dialogs = {
  setUp: {
    title: 'Set up two-step sign-in',
    confirm: 'Continue',
    text: 'From then on each sign-in asks for it, beside your password.',
  },
  codes: {
    title: 'Make new recovery codes?',
    confirm: 'Make new codes',
    text: 'The codes that you have work no more.',
  },
  authenticator: removing,
  passkey: removing,
}

/** The second steps of the member's sign-in: passkeys, an app, recovery codes. */
export function SecondSteps() {
  const client = useQueryClient()
  const query = useAdminCall(queryKey, 'GET /admin/account/second-step', {})
  const [asking, setAsking] = useState<Asking>()
  /** The password, while a second step is being set up. */
  const [password, setPassword] = useState<string>()
  const [codes, setCodes] = useState<string[]>([])

  const proceed = async (typed: string) => {
    if (asking?.what === 'setUp') {
      // Checked first, not after the device was asked.
      await adminCall('POST /admin/account/second-step', { kind: 'authenticator', password: typed })
      setPassword(typed)
      setCodes([])
    } else if (asking?.what === 'codes') {
      const made = await adminCall('POST /admin/account/recovery-codes', { password: typed })
      setCodes(made.recoveryCodes)
      query.retry()
    } else {
      const left = await adminCall('POST /admin/account/second-step/remove', {
        password: typed,
        ...(asking?.what === 'passkey' && { passkey: asking.id }),
      })
      client.setQueryData(queryKey, left)
      void showToast(adminMessages.secondStepRemoved)
    }
    setAsking(undefined)
  }

  return (
    <section className="mt-40 md:mt-48" aria-labelledby="second-steps">
      <ListHead id="second-steps" title="Two-step sign-in" />
      <div className="grid max-w-[640px] gap-20 py-18">
        {codes.length > 0 && <RecoveryCodes codes={codes} />}
        <Loaded query={query} things="your two-step sign-in" rows={2}>
          {(state) =>
            password === undefined ? (
              <Ways state={state} ask={setAsking} />
            ) : (
              <SetUp
                arePasskeysOffered={state.arePasskeysOffered}
                begin={(kind) => adminCall('POST /admin/account/second-step', { kind, password })}
                finish={async (proof) => {
                  const made = await adminCall('POST /admin/account/second-step/confirm', proof)
                  setCodes(made.recoveryCodes)
                  setPassword(undefined)
                  query.retry()
                  void showToast(adminMessages.secondStepAdded)
                }}
              />
            )
          }
        </Loaded>
      </div>
      {asking && (
        <PasswordDialog
          {...dialogs[asking.what]}
          onPassword={proceed}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

function Ways({ state, ask }: { state: State; ask(asking: Asking): void }) {
  const { passkeys, authenticatorSince, recoveryCodesLeft, isNeeded } = state
  const isSetUp = passkeys.length > 0 || authenticatorSince !== null
  return (
    <div className="grid gap-16">
      {!isSetUp && (
        <p>
          A stolen password alone opens everything that you may open here.{' '}
          {isNeeded
            ? 'With two-step sign-in it does not: set it up. From then on no sign-in goes without it.'
            : 'With two-step sign-in it does not.'}
        </p>
      )}
      <ul>
        {passkeys.map(({ id, name, createdAt, lastUsedAt, isElsewhere }) => (
          <Way
            key={id}
            name={name}
            facts={[
              `Set up ${formatMoment(createdAt)}`,
              ...(lastUsedAt ? [`last used ${formatMoment(lastUsedAt)}`] : []),
              ...(isElsewhere
                ? ['made at another address of the site: it does not work here']
                : []),
            ]}
            onRemove={() => ask({ what: 'passkey', id })}
          />
        ))}
        {authenticatorSince && (
          <Way
            name="Authenticator app"
            facts={[`Set up ${formatMoment(authenticatorSince)}`]}
            onRemove={() => ask({ what: 'authenticator' })}
          />
        )}
      </ul>
      {isSetUp && <p>{recoveryCodesLeft} recovery codes are left.</p>}
      <div className={actionsClass}>
        <button
          type="button"
          className={isSetUp ? outlineClass : 'btn'}
          onClick={() => ask({ what: 'setUp' })}
        >
          {isSetUp ? 'Add another way' : 'Set up two-step sign-in'}
        </button>
        {isSetUp && <Button onClick={() => ask({ what: 'codes' })}>Make new recovery codes</Button>}
      </div>
    </div>
  )
}

interface WayProps {
  name: string
  facts: string[]
  onRemove(): void
}

function Way({ name, facts, onRemove }: WayProps) {
  return (
    <li className={`${rowClass} sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center`}>
      <div>
        <h3 className={rowTitleClass}>{name}</h3>
        <p className={bylineClass}>{facts.join(', ')}</p>
      </div>
      <Button look="danger" className="justify-self-start" onClick={onRemove}>
        Remove
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  )
}

const message = 'Please enter your password'
const schema = z.object({
  password: z
    .string(message)
    .check(z.minLength(1, message), z.maxLength(passwordLength.max, message)),
})

interface Props {
  title: string
  confirm: string
  text: string
  isDangerous?: boolean
  onPassword(password: string): Promise<unknown>
  onClose(): void
}

/** Asks for the password, so that an unattended browser changes nothing here. */
function PasswordDialog({ title, confirm, text, isDangerous, onPassword, onClose }: Props) {
  const { submit, field, isBusy, problem, summary } = useSubmit(schema, ({ password }) =>
    onPassword(password),
  )
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      confirming="One moment..."
      isBusy={isBusy}
      {...(isDangerous && { isDangerous })}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{text}</p>
      <FormProblem problem={problem} summary={summary} />
      <Field
        {...field('password')}
        label="Your password"
        kind="password"
        autoComplete="current-password"
      />
    </ConfirmDialog>
  )
}
