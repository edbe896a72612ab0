import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MailId } from '#contract/mails/mail-texts.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { SettingDraft } from '../use-setting-draft.ts'

interface Props {
  mail: MailId
  draft: SettingDraft
}

/** The mail as it arrives, in the words that the server has. */
export function MailPreview({ mail, draft }: Props) {
  const [isSending, setSending] = useState(false)
  const saves = useSaves(draft)
  const { data, error } = useQuery({
    queryKey: ['mail preview', mail, saves],
    queryFn: () => adminCall('GET /admin/mails/:mail/preview', { mail }),
    enabled: saves > 0,
    placeholderData: keepPreviousData,
  })
  const send = async () => {
    setSending(true)
    try {
      const { to } = await adminCall('POST /admin/mails/:mail/test', { mail })
      await showToast({ ...adminMessages.mailTested, text: `It goes to ${to}.` })
    } catch (failure) {
      await showToast({ ...adminMessages.settingFileFailed, text: sentenceOf(failure, noAnswer) })
    }
    setSending(false)
  }
  return (
    <section className="grid content-start gap-14" aria-label="Preview">
      <p className="text-15 [overflow-wrap:anywhere]">
        Subject: <b>{data?.subject}</b>
      </p>
      {error && <p role="alert">The preview could not be loaded. Change something to try again.</p>}
      {data && (
        <iframe
          className="h-[540px] w-full border-2 border-ink bg-white"
          title="Preview of the mail"
          src={data.frame}
          sandbox=""
        />
      )}
      <p className="text-14/150 text-ink-2">
        Titles and amounts are those of the newest story or order. Names, numbers and codes are
        invented.
      </p>
      <ActionButton
        className="justify-self-start"
        label="Send to me"
        busy="Sending…"
        isBusy={isSending}
        isOutline
        icon={<Icon shape={adminIcons.send} size={18} />}
        onPress={() => void send()}
      />
    </section>
  )
}

/** Grows when the server has other words. */
function useSaves({ state }: SettingDraft): number {
  const [saves, setSaves] = useState(0)
  useEffect(() => {
    if (state === 'saved' || state === 'published') setSaves((before) => before + 1)
  }, [state])
  return saves
}
