import { useStore } from '@nanostores/react'
import type { Capability, OffReason } from '#contract/settings/capabilities.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'

/** Where there are no words, nothing needs to be said: a test checkout sells as a shop does. */
const texts: Partial<
  Record<Capability, Partial<Record<OffReason, [bold: string, more?: string]>>>
> = {
  mail: {
    notSet: ['Mail is off: nobody will get this.'],
    failing: ['The mail server takes no mails at present.', 'They wait here until it does.'],
    broken: ['The mail server that was set cannot be used any more: nobody will get this.'],
  },
  payments: {
    notSet: ['Payments are off: readers cannot buy.'],
    chosen: ['Payments are off in the settings of the server: readers cannot buy.'],
    refused: ['The payment provider refuses our key: readers cannot buy.'],
    broken: ['The payment key cannot be used any more: readers cannot buy.'],
  },
  invoices: {
    notSet: [
      'No bank account is set, so no invoice can be made.',
      'With one the form stands here, and schools find it on the pages of books.',
    ],
    broken: ['The bank account that was set cannot be used any more, so no invoice can be made.'],
  },
  domain: {
    notSet: ['The site has no public address yet: payment providers cannot reach it.'],
    failing: [
      'Our last check did not reach the site at its address.',
      'It takes some hours until everybody finds a new address. You can go on meanwhile.',
    ],
  },
}

const presses: Partial<Record<OffReason, string>> = {
  notSet: 'Set it up',
  refused: 'Set the key anew',
  broken: 'Set it anew',
}

/** Stands before whatever does not work as long as this is off, and leads the owner to where it is mended. */
export function Off({ name }: { name: Capability }) {
  const off = useStats().off?.[name]
  const isOwner = useStore($member, { ssr: 'initial' })?.role === 'owner'
  const [bold, more] = (off && texts[name]?.[off.why]) ?? []
  if (!off || !bold) return null
  return (
    <p className="border-l-6 border-danger bg-sunk px-16 py-12 text-15" data-off={name}>
      <b>{bold}</b> {more}{' '}
      {isOwner && off.path === location.pathname ? null : isOwner && off.path ? (
        <a
          className="inline-flex min-h-44 my-[-11px] items-center font-semibold underline underline-offset-4"
          href={off.path}
        >
          {presses[off.why] ?? 'See the checks'}
        </a>
      ) : off.why === 'notSet' ? (
        'The owner can set it up.'
      ) : (
        'Ask the owner.'
      )}
    </p>
  )
}
