import { type ReactNode, useState } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { issueLabels } from './issue-labels.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { Progress } from './what-is-left.ts'

export interface Press {
  what: string
  /** None where `send` shows it, with its Undo. */
  message?: Message
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
  const { id, state, revision, audience, secondsLeft } = issue
  const [asking, setAsking] = useState<'schedule' | 'stop'>()
  const close = () => setAsking(undefined)
  const button = (label: string, press: Press, icon?: ReactNode, isOutline = true) => (
    <ActionButton
      className="justify-center"
      label={label}
      busy="Wait…"
      isOutline={isOutline}
      icon={icon}
      isBusy={busy === press.what}
      onPress={() => onPress(press)}
    />
  )
  if (secondsLeft !== null)
    return (
      <div className="mt-16">
        {button(
          'Undo',
          {
            what: 'unschedule',
            message: adminMessages.letterRecalled,
            send: () => adminCall('POST /admin/letters/:id/unschedule', { id }),
          },
          <Icon shape={adminIcons.undo} size={18} />,
          false,
        )}
      </div>
    )
  const isBefore = state === 'draft' || state === 'scheduled'
  const isUnderWay = state === 'sending' || state === 'paused'
  return (
    <div className="mt-16 flex max-w-[640px] flex-wrap gap-10 [&>button]:flex-[1_1_140px] sm:[&>button]:flex-none">
      {isBefore && isOwner && (
        <>
          {audience === 0 ? (
            <p className="w-full">{issueLabels.nobody}</p>
          ) : (
            button(
              `Send to ${formatCount(audience)}`,
              {
                what: 'send',
                message: adminMessages.letterStarted,
                send: () => adminCall('POST /admin/letters/:id/send', { id, revision }),
              },
              undefined,
              false,
            )
          )}
          <button type="button" className={outlineClass} onClick={() => setAsking('schedule')}>
            Schedule
          </button>
        </>
      )}
      {isBefore && !isOwner && <p>The owner of the magazine sends it.</p>}
      {state === 'draft' && (
        <a className={outlineClass} href={staffPaths.editIssue(id)}>
          Edit
        </a>
      )}
      {state === 'scheduled' &&
        button('Unschedule', {
          what: 'unschedule',
          send: async () => {
            const { answer, undo } = await callWithUndo('POST /admin/letters/:id/unschedule', {
              id,
            })
            void showToast(adminMessages.letterUnscheduled, undo)
            return answer
          },
        })}
      {state === 'sending' &&
        button(
          'Pause',
          {
            what: 'pause',
            message: adminMessages.letterPaused,
            send: () => adminCall('POST /admin/letters/:id/pause', { id }),
          },
          <Icon name="pause" size={18} />,
          false,
        )}
      {state === 'paused' &&
        isOwner &&
        button(
          'Resume',
          {
            what: 'resume',
            message: adminMessages.letterResumed,
            send: () => adminCall('POST /admin/letters/:id/resume', { id }),
          },
          <Icon name="play" size={18} />,
          false,
        )}
      {isUnderWay && isOwner && (
        <button
          type="button"
          className={`${outlineClass} justify-center`}
          onClick={() => setAsking('stop')}
        >
          <Icon shape={adminIcons.stop} size={18} />
          Stop
        </button>
      )}
      {asking === 'schedule' && (
        <ScheduleDialog
          sendAt={issue.sendAt}
          isBusy={busy === 'schedule'}
          onSchedule={(sendAt) => {
            close()
            onPress({
              what: 'schedule',
              message: adminMessages.letterScheduled,
              send: () => adminCall('POST /admin/letters/:id/schedule', { id, revision, sendAt }),
            })
          }}
          onClose={close}
        />
      )}
      {asking === 'stop' && (
        <ConfirmDialog
          title="Stop this newsletter?"
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
            {formatCount(issue.waiting)} do not get it. It cannot be resumed later; to wait instead,
            pause it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
