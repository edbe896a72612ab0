import { type ReactNode, useState } from 'react'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { issueLabels } from './issue-labels.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import type { Progress } from './what-is-left.ts'

export interface Press {
  what: string
  /** There is none where `send` shows it, with its Undo. */
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
  const { id, state, audience, secondsLeft } = issue
  const [asking, setAsking] = useState<'schedule' | 'stop'>()
  const presses = pressesOn(issue)
  const button = (label: string, press: Press, icon?: ReactNode, isOutline = false) => (
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
        {button('Undo', presses.undo, <Icon shape={adminIcons.undo} size={18} />)}
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
            button(`Send to ${formatCount(audience)}`, presses.send)
          )}
          <Button onClick={() => setAsking('schedule')}>Schedule</Button>
        </>
      )}
      {isBefore && !isOwner && <p>The owner of the magazine sends it.</p>}
      {state === 'draft' && <Link look="outline" href={staffPaths.editIssue(id)} label="Edit" />}
      {state === 'scheduled' && button('Unschedule', presses.unschedule, undefined, true)}
      {state === 'sending' && button('Pause', presses.pause, <Icon name="pause" size={18} />)}
      {state === 'paused' &&
        isOwner &&
        button('Resume', presses.resume, <Icon name="play" size={18} />)}
      {isUnderWay && isOwner && (
        <Button
          className="justify-center"
          onClick={() => setAsking('stop')}
          icon={adminIcons.stop}
          label="Stop"
        />
      )}
      {asking && (
        <Asking
          what={asking}
          issue={issue}
          busy={busy}
          onPress={(press) => {
            setAsking(undefined)
            onPress(press)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

const pressesOn = ({ id, revision }: Progress) =>
  ({
    undo: {
      what: 'unschedule',
      message: adminMessages.issueRecalled,
      send: () => adminCall('POST /admin/letters/:id/unschedule', { id }),
    },
    send: {
      what: 'send',
      message: adminMessages.issueStarted,
      send: () => adminCall('POST /admin/letters/:id/send', { id, revision }),
    },
    unschedule: {
      what: 'unschedule',
      send: async () => {
        const { answer, undo } = await callWithUndo('POST /admin/letters/:id/unschedule', { id })
        void showToast(adminMessages.issueUnscheduled, undo)
        return answer
      },
    },
    pause: {
      what: 'pause',
      message: adminMessages.issuePaused,
      send: () => adminCall('POST /admin/letters/:id/pause', { id }),
    },
    resume: {
      what: 'resume',
      message: adminMessages.issueResumed,
      send: () => adminCall('POST /admin/letters/:id/resume', { id }),
    },
  }) satisfies Record<string, Press>

interface AskingProps extends Pick<Props, 'issue' | 'busy' | 'onPress'> {
  what: 'schedule' | 'stop'
  onClose(): void
}

/** What is asked before: when it goes out, or whether the rest is not to get it. */
function Asking({ what, issue, busy, onPress, onClose }: AskingProps) {
  const { id, revision, sendAt, waiting } = issue
  if (what === 'schedule') {
    return (
      <ScheduleDialog
        sendAt={sendAt}
        isBusy={busy === 'schedule'}
        onSchedule={(sendAt) =>
          onPress({
            what: 'schedule',
            message: adminMessages.issueScheduled,
            send: () => adminCall('POST /admin/letters/:id/schedule', { id, revision, sendAt }),
          })
        }
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title="Stop this newsletter?"
      confirm="Stop it"
      confirming="Stopping…"
      isBusy={busy === 'stop'}
      isDangerous
      onConfirm={() =>
        onPress({
          what: 'stop',
          message: adminMessages.issueStopped,
          send: () => adminCall('POST /admin/letters/:id/stop', { id }),
        })
      }
      onClose={onClose}
    >
      <p>
        {formatCount(waiting)} do not get it. It cannot be resumed later; to wait instead, pause it.
      </p>
    </ConfirmDialog>
  )
}
