import { useState } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { SampleDialog } from './SampleDialog.tsx'

const steps: Parameters<typeof EmptyGuide>[0]['steps'] = [
  'Pick stories and books as cards.',
  'See it dark, small, without pictures.',
  'Send. You have a minute to undo.',
]

/** A list without any newsletter says what one is for, and how it is made. */
export function FirstNewsletter() {
  const { data: audience } = useAdminCall(['letter-audience', []], 'GET /admin/letter-audience', {})
  const [isSample, setSample] = useState(false)
  return (
    <>
      <EmptyGuide title="Write to your readers" text={textFor(audience?.recipients)} steps={steps}>
        <a className="btn px-24" href={staffPaths.newIssue}>
          <Icon name="mail" />
          Write a newsletter
        </a>
        <button
          type="button"
          className="min-h-44 font-semibold underline decoration-2 underline-offset-5"
          onClick={() => setSample(true)}
        >
          See a sample
        </button>
      </EmptyGuide>
      <DomainState />
      {isSample && <SampleDialog onClose={() => setSample(false)} />}
    </>
  )
}

/** `many`: who would get it; undefined while that loads. */
function textFor(many: number | undefined): string {
  if (many === undefined)
    return 'Readers asked for your newsletter. Send the first one in ten minutes.'
  if (many === 0) return 'Nobody has asked for your newsletter yet. It is ready when they do.'
  const people = many === 1 ? '1 person' : `${formatCount(many)} people`
  return `${people} asked for your newsletter. Send the first one in ten minutes.`
}

function DomainState() {
  const { data } = useAdminCall(['mail-domain'], 'GET /admin/letters/domain', {})
  if (!data) return null
  const records = [data.spf, data.dkim, data.dmarc]
  if (data.domain && records.every(({ state }) => state === 'right'))
    return (
      <p className="mt-16 flex items-center gap-10 text-15 font-semibold text-ok">
        <Icon shape={adminIcons.checkCircle} />
        Sending domain verified
      </p>
    )
  return (
    <p className="mt-10">
      <a className={linkClass} href={staffPaths.mailDomain}>
        Check the sending domain first
      </a>
    </p>
  )
}
