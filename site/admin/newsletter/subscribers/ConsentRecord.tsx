import { useState } from 'react'
import * as z from 'zod/mini'
import { formatShortDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { email } from '#contract/endpoints/fields.ts'
import { newsletterWordings } from '#contract/newsletter/newsletter-choices.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { bylineClass } from '#site/admin/ui/classes.ts'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'

const schema = z.object({ consentOf: email })
type Consent = OutputOf<'POST /admin/newsletter/consent'>[number]

/** When an address subscribed and unsubscribed, for people who ask why they got mail. */
export function ConsentRecord() {
  const [found, setFound] = useState<{ of: string; records: Consent[] }>()
  const form = useSubmit(schema, async ({ consentOf: of }) => {
    setFound(undefined)
    setFound({ of, records: await adminCall('POST /admin/newsletter/consent', { email: of }) })
  })
  // Without its script the form would send the address as a query.
  if (!form.isLive) return null
  const { error = form.problem, ...field } = form.field('consentOf')
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="consent">
      <ListHead id="consent" title="Consent log" />
      <form className="mt-16 grid max-w-[640px] gap-12" noValidate onSubmit={form.submit}>
        <Field
          {...field}
          kind="email"
          label="Email address"
          hint="The whole address. After unsubscribing, its log is kept for half a year."
          autoComplete="off"
          error={error}
        />
        <ActionButton
          className="w-fit"
          label="Look up"
          busy="Looking…"
          isOutline
          kind="submit"
          isBusy={form.isBusy}
        />
      </form>
      <div className="mt-16" role="status">
        {found && <Records {...found} />}
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
              source?.startsWith('stated by ')
                ? `Agreed ${formatShortDate(askedAt)}, ${source}`
                : `Asked ${formatMoment(askedAt)}${source === 'form' ? ' by the form of the site' : ''}`,
              confirmedAt
                ? `${source?.startsWith('stated by ') ? 'imported' : 'confirmed'} ${formatMoment(confirmedAt)}`
                : 'has not confirmed, and gets no newsletters',
              ...(withdrawnAt ? [`unsubscribed ${formatMoment(withdrawnAt)}`] : []),
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
