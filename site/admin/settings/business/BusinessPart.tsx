import { useState } from 'react'
import { formatShortDate } from '#contract/dates.ts'
import { businessLabels, variablesOf } from '#contract/settings/business.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ForOperators } from '#site/admin/ui/frame/ForOperators.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { AddressChecks } from './AddressChecks.tsx'
import { Backups } from './Backups.tsx'
import { BusinessForm, type BusinessWork } from './BusinessForm.tsx'
import { businessFields, businessLeads, isOwn, type Part } from './business-fields.ts'
import { MailForm } from './MailForm.tsx'
import { readMailServer } from './mail-server.ts'
import { TestMail } from './TestMail.tsx'

/** What is set of one part, never a whole secret, and what may be done with it. */
export function BusinessPart(part: Part) {
  const title = businessLabels[part.part]
  // Whoever comes to the page of the mail server before there is one wants to set it up.
  const isAsked = part.part === 'mail' && part.by === 'nobody' && !part.isStored
  const [work, setWork] = useState<BusinessWork | undefined>(isAsked ? 'set' : undefined)
  const isSet = part.by !== 'nobody'
  const Form = part.part === 'mail' && work === 'set' ? MailForm : BusinessForm
  const end = () => {
    setWork(undefined)
    document.getElementById(part.part)?.focus()
  }
  return (
    <section className="mb-40 max-w-text" aria-labelledby={part.part}>
      <ListHead id={part.part} title={title} />
      <p className="mt-14">{businessLeads[part.part]}</p>
      <Broken {...part} />
      {isSet && <SetValues {...part} />}
      {part.part === 'domain' && <AddressChecks />}
      {part.part === 'backups' && <Backups bucket={part.shown['BACKUP_S3_BUCKET']} />}
      {part.coming && <Coming {...part.coming} />}
      {isSet && part.part === 'mail' && <TestMail arrivedAt={part.arrivedAt} />}
      {work && isOwn(part) ? (
        <Form key={work} part={part} work={work} onEnd={end} />
      ) : (
        <div className="mt-18">
          <WorkButtons part={part} onChoose={setWork} />
        </div>
      )}
      <OfServer {...part} />
    </section>
  )
}

export function Broken({ isBroken }: Part) {
  if (!isBroken) return null
  return (
    <p className="mt-10 font-semibold text-danger" role="alert">
      What was set cannot be used any more. Set it anew.
    </p>
  )
}

export function OfServer({ part, by, isStored }: Part) {
  if (by !== 'server') return null
  return (
    <ForOperators>
      {`Set by ${variablesOf(part).join(' and ')}, which come first. ${
        isStored ? 'A value is stored here, too: delete those lines to use it.' : ''
      }`}
    </ForOperators>
  )
}

/** What may be done with a part. */
export function WorkButtons({
  part,
  onChoose,
}: {
  part: Part
  onChoose(work: BusinessWork): void
}) {
  return (
    <div className="flex flex-wrap gap-10">
      {worksOf(part).map(({ work, label }) => (
        <Button
          key={work}
          aria-label={`${label}: ${businessLabels[part.part]}`}
          onClick={() => onChoose(work)}
          label={label}
        />
      ))}
    </div>
  )
}

function worksOf(part: Part): { work: BusinessWork; label: string }[] {
  const { by, isStored } = part
  if (!isOwn(part)) return []
  if (by === 'server') return isStored ? [] : [{ work: 'move', label: 'Move it here' }]
  if (by === 'nobody' && !isStored) return [{ work: 'set', label: 'Set up' }]
  return [
    { work: 'set', label: 'Replace' },
    { work: 'remove', label: 'Remove' },
  ]
}

const rowClass = 'grid gap-x-18 py-10 sm:grid-cols-[140px_1fr]'

/** What was set and does not hold yet. */
function Coming({ from, shown }: NonNullable<Part['coming']>) {
  return (
    <p className="mt-14 border-l-6 border-line-2 bg-sunk px-16 py-8">
      <b className="font-semibold">{`From ${formatMoment(from)}: `}</b>
      {Object.values(shown).join(', ')}
    </p>
  )
}

function SetValues({ shown, by, changed }: Part) {
  return (
    <dl className="mt-14 border-y border-line">
      {Object.entries(shown).map(([name, value]) => (
        <div className={rowClass} key={name}>
          <dt className="text-ink-2">{businessFields[name]?.label}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">
            {name === 'SMTP_URL'
              ? Object.values(readMailServer(value)).join(', ')
              : (businessFields[name]?.options?.find((one) => one.value === value)?.label ?? value)}
          </dd>
        </div>
      ))}
      <div className={rowClass}>
        <dt className="text-ink-2">Set</dt>
        <dd>
          {by === 'server' || !changed
            ? 'On the server'
            : `${formatShortDate(changed.at)} by ${changed.by}`}
        </dd>
      </div>
    </dl>
  )
}
