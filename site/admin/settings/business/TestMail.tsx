import { useState } from 'react'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Said {
  title: string
  text: string
  isGood?: boolean
}

/** Only the button in the mail says that mail arrives: a server that takes a mail may still lose it. */
export function TestMail({ arrivedAt }: { arrivedAt: string | null }) {
  const [isSending, setSending] = useState(false)
  const [sent, setSent] = useState<Said & { before: string | null }>()
  const send = async () => {
    setSending(true)
    try {
      await adminCall('POST /admin/business/mail/test', {})
      const text = 'Open it, and press its button.'
      setSent({ title: 'Test mail sent', text, before: arrivedAt })
    } catch (failure) {
      const text = sentenceOf(failure, noAnswer)
      setSent({ title: 'The test mail was not sent', text, before: arrivedAt })
    }
    setSending(false)
  }
  const said = sent?.before === arrivedAt ? sent : lastTest(arrivedAt)
  return (
    <div className="mt-14 flex flex-wrap items-center gap-14 bg-sunk p-16">
      <p role="status" className="min-w-[200px] flex-1">
        <b className={`block ${said.isGood ? 'text-ok' : ''}`}>{said.title}</b>
        {said.text}
      </p>
      <ActionButton
        isOutline
        label={arrivedAt || sent ? 'Again' : 'Send a test mail'}
        busy="Sending…"
        isBusy={isSending}
        icon={<Icon shape={adminIcons.send} size={18} />}
        onPress={() => void send()}
      />
    </div>
  )
}

const lastTest = (at: string | null): Said =>
  at
    ? {
        title: 'Test mail arrived',
        text: `You pressed its button: ${formatMoment(at)}.`,
        isGood: true,
      }
    : { title: 'Not tested yet', text: 'A button in the mail proves that it arrives.' }
