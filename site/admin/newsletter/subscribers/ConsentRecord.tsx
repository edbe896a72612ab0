import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { newsletterWordings } from '#contract/newsletter-choices.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/Field.tsx'

type Consent = OutputOf<'POST /admin/newsletter/consent'>[number]

/** When an address agreed to the newsletter and when it left, for whoever asks why they were written to. */
export function ConsentRecord() {
  const { register, handleSubmit } = useForm({ defaultValues: { consentOf: '' } })
  const { name: _, ...control } = register('consentOf')
  const look = useMutation({
    mutationFn: (email: string) => adminCall('POST /admin/newsletter/consent', { email }),
  })
  // Without its script the form would send the address as a query.
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  const submit = handleSubmit(({ consentOf }) => {
    if (!look.isPending) look.mutate(consentOf)
  })
  if (!isReady) return null
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="consent">
      <ListHead id="consent" title="Record of consent" />
      <p className="mt-10 max-w-[70ch] text-15 text-ink-2">
        When an address asked for the newsletter, confirmed and left. Of whoever left, the record
        stays for half a year, and only the whole address finds it.
      </p>
      <form
        className="mt-16 grid max-w-[640px] gap-12"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <Field
          name="consentOf"
          kind="email"
          label="Email address"
          autoComplete="off"
          control={control}
          error={errorOf(look.error)}
        />
        <ActionButton
          className="w-fit"
          label="Look up"
          busy="Looking…"
          isOutline
          kind="submit"
          isBusy={look.isPending}
        />
      </form>
      <div className="mt-16" role="status">
        {look.data && <Records of={look.variables} records={look.data} />}
      </div>
    </section>
  )
}

function Records({ of, records }: { of: string; records: Consent[] }) {
  if (records.length === 0) {
    return (
      <p className="[overflow-wrap:anywhere]">
        Nothing is recorded of <b>{of}</b>.
      </p>
    )
  }
  return (
    <ul>
      {records.map(({ askedAt, confirmedAt, wording, source, withdrawnAt }) => (
        <li key={askedAt} className="border-b border-line py-14 [overflow-wrap:anywhere]">
          <b className="font-semibold">{of}</b>
          <p className={bylineClass}>
            {[
              `Asked ${formatMoment(askedAt)}${source === 'form' ? ' by the form of the site' : ''}`,
              confirmedAt
                ? `confirmed ${formatMoment(confirmedAt)}`
                : 'has not confirmed, and gets no letters',
              ...(withdrawnAt ? [`left ${formatMoment(withdrawnAt)}`] : []),
            ].join(' · ')}
          </p>
          {wording !== null && (
            <p className={bylineClass}>Beside the field: “{newsletterWordings[wording - 1]}”</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function errorOf(error: Error | null): string | undefined {
  if (!error) return undefined
  if (!(error instanceof ApiError)) return adminMessages.notDone.text
  return error.fields?.['email']?.[0] ?? error.sentence
}
