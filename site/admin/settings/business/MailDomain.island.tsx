import { useStore } from '@nanostores/react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { badgeClasses, outlineClass, rowClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { copyLink } from '#site/admin/ui/copy-link.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { BusinessPart } from './BusinessPart.tsx'
import { businessKey } from './business-fields.ts'

type Domain = OutputOf<'GET /admin/letters/domain'>

/** Why an island? What is set and the DNS are queried on demand, with a token. */
export const MailDomain = adminIsland(() => {
  const isOwner = useStore($member, { ssr: 'initial' })?.role === 'owner'
  return (
    <>
      {isOwner && <MailServer />}
      <Records />
    </>
  )
})

function MailServer() {
  // The button of the test mail is pressed elsewhere.
  const query = useAdminCall(businessKey, 'GET /admin/business', {}, { freshMs: 20_000 })
  return (
    <Loaded query={query} things="the mail server" rows={2}>
      {(parts) =>
        parts
          .filter(({ part }) => part === 'mail')
          .map((part) => <BusinessPart key={part.part} {...part} />)
      }
    </Loaded>
  )
}

function Records() {
  const query = useAdminCall(['mail-domain'], 'GET /admin/letters/domain', {})
  return (
    <section className="mt-28 max-w-[860px] md:mt-40" aria-labelledby="records">
      <h2 id="records" className="border-b-2 border-ink pb-16 text-25/110 md:text-38">
        DNS records
      </h2>
      <Loaded
        query={query}
        failed="The DNS could not be checked."
        skeleton={<AdminSkeleton label="Checking the DNS" rows={3} />}
      >
        {(domain) => (
          <>
            <p className="mt-16 [overflow-wrap:anywhere]">
              {domain.domain
                ? `Mails come from ${domain.from}.`
                : 'Mail is off: mails are kept on the server and reach nobody.'}
            </p>
            {domain.domain && (
              <ul>
                {records.map(({ name, title, text }) => (
                  <Row key={name} title={title} text={text} record={domain[name]} />
                ))}
              </ul>
            )}
            {domain.domain && (
              <div className="mt-18 flex flex-wrap gap-10">
                <Button onClick={query.retry}>Check now</Button>
                <ShareRecords domain={domain} />
              </div>
            )}
            <h3 className="mt-24 text-19/120">Bounces and spam reports</h3>
            <p className="mt-8">{reportsText(domain)}</p>
          </>
        )}
      </Loaded>
    </section>
  )
}

const records = [
  { name: 'spf', title: 'SPF', text: 'Names the servers that may send for the domain.' },
  { name: 'dkim', title: 'DKIM', text: 'Holds the key with which mails are signed.' },
  {
    name: 'dmarc',
    title: 'DMARC',
    text: 'Says what happens to mails in our name that fail both.',
  },
] as const

const stateLabels: Record<Domain['spf']['state'], string> = {
  right: 'Verified',
  missing: 'Missing',
  wrong: 'Needs fixing',
  unknown: 'Not checked',
}

const stateClasses: Record<Domain['spf']['state'], string> = {
  right: badgeClasses.good,
  missing: badgeClasses.bad,
  wrong: badgeClasses.bad,
  unknown: badgeClasses.plain,
}

function Row({ title, text, record }: { title: string; text: string; record: Domain['spf'] }) {
  const { state, name, found, wanted, note } = record
  return (
    <li className={rowClass}>
      <div className="flex flex-wrap items-center gap-x-12 gap-y-6">
        <h3 className={rowTitleClass}>{title}</h3>
        <span className={stateClasses[state]}>{stateLabels[state]}</span>
      </div>
      <p className="text-ink-2">{text}</p>
      {note && <p>{note}</p>}
      <dl className="grid gap-8 text-15 [overflow-wrap:anywhere]">
        <Line name="TXT record of" value={name} />
        {found && <Line name="Found" value={found} />}
        {state !== 'right' && wanted && <Line name="Needed" value={wanted} />}
      </dl>
      {state !== 'right' && wanted && (
        <button
          type="button"
          className={`justify-self-start ${outlineClass}`}
          aria-label={`Copy the record of ${title}`}
          onClick={() => void copyLink(wanted, adminMessages.recordCopied)}
        >
          <Icon name="copy" size={18} />
          Copy
        </button>
      )}
    </li>
  )
}

/** For whoever keeps the domain: no secret is among them. */
function ShareRecords({ domain }: { domain: Domain }) {
  const text = records
    .map(({ name }) => domain[name])
    .filter(({ state, wanted }) => state !== 'right' && wanted)
    .map(({ name, wanted }) => `TXT ${name}\n${wanted}`)
    .join('\n\n')
  if (!text) return null
  const share = async () => {
    if (!('share' in navigator)) return copyLink(text, adminMessages.recordCopied)
    // Who closes the list of apps again needs no message.
    await navigator.share({ text }).catch(() => {})
  }
  return <Button onClick={() => void share()}>Share records</Button>
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-14 text-ink-2">{name}</dt>
      <dd>
        <code className="whitespace-pre-wrap">{value}</code>
      </dd>
    </div>
  )
}

function reportsText({ reports }: Domain): string {
  const names = { ses: 'Amazon SES', postmark: 'Postmark' }
  if (reports.length === 0) {
    return 'Nobody reports them. Whoever runs the server can connect Amazon SES or Postmark, so that addresses that bounce get no more newsletters.'
  }
  return `Reported by ${reports.map((name) => names[name]).join(' and ')}.`
}
