import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { momentOf, typedIn } from '#site/admin/lib/lagos-time.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { Field } from '#site/ui/Field.tsx'
import type { Progress } from './what-is-left.ts'

export interface Press {
  what: string
  message: Message
  send(): Promise<Progress>
}

interface Props {
  issue: Progress
  isOwner: boolean
  /** The action that is running. */
  busy: string | undefined
  onPress(press: Press): void
}

/** The actions on an issue in its state. Only the owner may send. */
export function ProgressActions({ issue, isOwner, busy, onPress }: Props) {
  const { id, state, revision, audience } = issue
  const [asking, setAsking] = useState<'send' | 'schedule' | 'stop'>()
  const { register, getValues } = useForm({ defaultValues: { sendAt: typedIn(issue.sendAt) } })
  const { name: _, ...control } = register('sendAt')
  const isBefore = state === 'draft' || state === 'scheduled'
  const isUnderWay = state === 'sending' || state === 'paused'
  const close = () => setAsking(undefined)
  const button = (label: string, press: Press) => (
    <ActionButton
      label={label}
      busy="One moment…"
      isOutline
      isBusy={busy === press.what}
      onPress={() => onPress(press)}
    />
  )
  return (
    <div className={`${actionsClass} mt-20`}>
      {isBefore && isOwner && (
        <>
          <button
            type="button"
            className="btn min-h-44 px-18 text-15"
            onClick={() => setAsking('send')}
          >
            Send now
          </button>
          <button type="button" className={outlineClass} onClick={() => setAsking('schedule')}>
            Schedule
          </button>
        </>
      )}
      {isBefore && !isOwner && <p>The owner of the magazine sends it.</p>}
      {state === 'draft' && (
        <a className={outlineClass} href={adminPaths.editIssue(id)}>
          Edit
        </a>
      )}
      {state === 'scheduled' &&
        button('Take off the schedule', {
          what: 'unschedule',
          message: adminMessages.letterUnscheduled,
          send: () => adminCall('POST /admin/letters/:id/unschedule', { id }),
        })}
      {state === 'sending' &&
        button('Pause', {
          what: 'pause',
          message: adminMessages.letterPaused,
          send: () => adminCall('POST /admin/letters/:id/pause', { id }),
        })}
      {state === 'paused' &&
        isOwner &&
        button('Go on', {
          what: 'resume',
          message: adminMessages.letterResumed,
          send: () => adminCall('POST /admin/letters/:id/resume', { id }),
        })}
      {isUnderWay && isOwner && (
        <button
          type="button"
          className={`${outlineClass} !text-danger`}
          onClick={() => setAsking('stop')}
        >
          Stop
        </button>
      )}
      {asking === 'send' && (
        <ConfirmDialog
          title="Send this letter now?"
          confirm="Send it"
          confirming="Sending…"
          isBusy={busy === 'send'}
          onConfirm={() => {
            close()
            onPress({
              what: 'send',
              message: adminMessages.letterStarted,
              send: () => adminCall('POST /admin/letters/:id/send', { id, revision }),
            })
          }}
          onClose={close}
        >
          <p>
            It goes to {formatCount(audience)} {audience === 1 ? 'subscriber' : 'subscribers'}. What
            has left cannot be called back.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'schedule' && (
        <ConfirmDialog
          title="Schedule"
          confirm="Schedule"
          confirming="Scheduling…"
          isBusy={busy === 'schedule'}
          onConfirm={() => {
            const sendAt = momentOf(getValues().sendAt)
            if (!sendAt) return
            close()
            onPress({
              what: 'schedule',
              message: adminMessages.letterScheduled,
              send: () => adminCall('POST /admin/letters/:id/schedule', { id, revision, sendAt }),
            })
          }}
          onClose={close}
        >
          <p>Days and times are those of Lagos.</p>
          <Field
            name="sendAt"
            id="sendAt"
            kind="datetime-local"
            label="When it is sent"
            control={control}
          />
        </ConfirmDialog>
      )}
      {asking === 'stop' && (
        <ConfirmDialog
          title="Stop this letter?"
          confirm="Stop it"
          confirming="Stopping…"
          isBusy={busy === 'stop'}
          isDangerous
          onConfirm={() => {
            close()
            onPress({
              what: 'stop',
              message: adminMessages.letterStopped,
              send: () => adminCall('POST /admin/letters/:id/stop', { id }),
            })
          }}
          onClose={close}
        >
          <p>
            {formatCount(issue.waiting)} do not get it. It cannot go on later; to wait instead,
            pause it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
