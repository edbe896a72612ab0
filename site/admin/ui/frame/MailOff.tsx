import { useStore } from '@nanostores/react'
import { staffPaths } from '#contract/staff-paths.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'

/** Stands at whatever sends a mail, while the service has no mail server. */
export function MailOff() {
  const { isMailOff } = useStats()
  const isOwner = useStore($member, { ssr: 'initial' })?.role === 'owner'
  if (!isMailOff) return null
  return (
    <p className="border-l-6 border-danger bg-sunk px-16 py-12 text-15" data-mail-off>
      <b>Mail is off: nobody will get this.</b>{' '}
      {isOwner ? (
        <a
          className="inline-flex min-h-44 my-[-11px] items-center font-semibold underline underline-offset-4"
          href={staffPaths.mailDomain}
        >
          Set it up
        </a>
      ) : (
        'The owner can set it up.'
      )}
    </p>
  )
}
