import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ownPassword } from '#contract/endpoints/staff/account.ts'
import { confirmedMinutes } from '#contract/form-limits.ts'
import { businessSchemas, isSecret } from '#contract/settings/business.ts'
import { isLiveKey } from '#contract/shop/payment-providers.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { copyLink } from '#site/admin/ui/copy-link.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { businessFields, type Own } from './business-fields.ts'
import { mailFormSchemas, writeMailServer } from './mail-server.ts'
import { PasskeyInstead } from './PasskeyInstead.tsx'

/** What a field begins with. In the form of the mail server its name stands alone, and is no secret. */
function blankOf(name: string, part: string, shown = ''): string {
  if (businessFields[name]?.isMade) return madeSecret()
  return isSecret(name) && part !== 'mail' ? '' : shown
}

export type BusinessWork = 'set' | 'move' | 'remove'

const liveKey = z
  .string()
  .check(
    z.refine(isLiveKey, 'This is a test key. Paste the live one, whose beginning stands above.'),
  )

const words = {
  set: { label: 'Try and save', busyLabel: 'Trying...' },
  move: { label: 'Move it here', busyLabel: 'Moving...' },
  remove: { label: 'Remove', busyLabel: 'Removing...' },
} as const

/** Asks for password or passkey, unless one was right just now: an open page is not enough to send the money elsewhere. */
export function BusinessForm({
  part: { part, version, shown, asksPassword },
  work,
  mustBeLive = false,
  onEnd,
  named,
  otherwise,
}: {
  part: Own
  work: BusinessWork
  /** Going live: a test key is refused. */
  mustBeLive?: boolean
  onEnd(): void
  /** Fields that have another name where the values come from. */
  named?: Record<string, { label: string; hint: string }> | undefined
  /** What else may be done, in place of Cancel. */
  otherwise?: ReactNode
}) {
  const fields = part === 'mail' ? mailFormSchemas : businessSchemas[part].shape
  const names = work === 'set' ? Object.keys(fields) : []
  const [isAsked, setAsked] = useState(asksPassword)
  const wasAsked = useRef(asksPassword)
  const id = `${part}-form`
  useEffect(() => {
    // The button that was pressed is gone; one that chose a mail provider is not. Without a field it is Cancel's turn,
    // and after a passkey that of the change.
    const next =
      wasAsked.current && !isAsked ? 'button[type=submit]' : ':is(input,button[type=button])'
    wasAsked.current = isAsked
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`#${id} ${next}`)?.focus()
  }, [id, isAsked])
  const schema = z.object({
    ...(work === 'set' ? fields : {}),
    ...(mustBeLive && { [names[0] ?? '']: liveKey }),
    password: isAsked ? ownPassword : z.string(),
  })
  const form = useSubmit(
    schema,
    async ({ password, ...typed }) => {
      const change = { part, version, password: password || undefined }
      const values = part === 'mail' ? writeMailServer(typed) : typed
      if (work === 'set') await adminCall('PUT /admin/business/:part', { ...change, values })
      else if (work === 'move') await adminCall('POST /admin/business/:part/move', change)
      else await adminCall('DELETE /admin/business/:part', change)
      // What is off, and whose records count, may be another now.
      await queryClient.invalidateQueries()
      void showToast(adminMessages.businessSaved)
      onEnd()
    },
    {
      id,
      blank: Object.fromEntries(names.map((name) => [name, blankOf(name, part, shown[name])])),
    },
  )
  const { error } = form.field('password')
  // The five minutes ended while the form was filled in.
  if (error && !isAsked) setAsked(true)
  return (
    <form {...form.form} className="mt-20 grid max-w-[480px] gap-20">
      <FormProblem problem={form.problem} summary={form.summary} />
      {names.map((name) => (
        <Fragment key={name}>
          <Field
            {...form.field(name)}
            {...businessFields[name]}
            {...named?.[name]}
            id={name}
            label={(named?.[name] ?? businessFields[name])?.label ?? name}
            kind={
              name === 'secret' ? 'password' : businessFields[name]?.options ? 'select' : 'text'
            }
            autoComplete="off"
          />
          {businessFields[name]?.isMade && <CopyField id={name} />}
        </Fragment>
      ))}
      {isAsked && (
        <Field
          {...form.field('password')}
          id={`${part}-password`}
          label="Your password"
          kind="password"
          autoComplete="current-password"
          hint={`Then not again for ${confirmedMinutes} minutes: a phone that was left open is not enough.`}
        />
      )}
      {isAsked && <PasskeyInstead onConfirmed={() => setAsked(false)} />}
      <FormActions form={form} {...words[work]}>
        {otherwise ?? <Button onClick={onEnd}>Cancel</Button>}
      </FormActions>
    </form>
  )
}

/** 24 bytes: whoever wants to forge a webhook may guess for as long as it is set. */
const madeSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

function CopyField({ id }: { id: string }) {
  const copy = () => {
    const { value } = document.getElementById(id) as HTMLInputElement
    return copyLink(value, adminMessages.secretCopied)
  }
  return (
    <button
      type="button"
      className={`-mt-10 justify-self-start ${outlineClass}`}
      aria-label="Copy the secret hash"
      onClick={() => void copy()}
    >
      <Icon name="copy" size={18} />
      Copy
    </button>
  )
}
