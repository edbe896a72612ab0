import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { settingsId } from '#site/admin/editor/SettingsPanel.tsx'
import { adminCall } from '#site/admin/lib/call.ts'
import { $member } from '#site/admin/lib/member.ts'
import { queueToast } from '#site/admin/lib/queue-toast.ts'
import { keepsMail, useStats } from '#site/admin/lib/stats-query.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { issueLabels } from './issue-labels.ts'
import { useAudience } from './use-audience.ts'
import type { IssueEditing } from './use-issue-editor.ts'

export type Preview = OutputOf<'GET /admin/letters/:id/preview'>

/** The mail that an issue makes, after each save, and what is done with it. */
export function useIssueSending(editor: IssueEditing) {
  const { id, saveState } = editor
  const isOwner = useStore($member, { ssr: 'initial' })?.role === 'owner'
  const audience = useAudience(editor)
  const [preview, setPreview] = useState<Preview>()
  const [isScheduling, setScheduling] = useState(false)
  const load = async () => {
    const loaded = await adminCall('GET /admin/letters/:id/preview', { id })
    setPreview(loaded)
    return loaded
  }
  const isMailOff = keepsMail(useStats())
  const savedAt = saveState.is === 'saved' ? saveState.at : undefined

  // After an error it stays as it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save alone loads it again.
  useEffect(() => {
    if (savedAt) load().catch(() => {})
  }, [savedAt])

  /** Runs with what is saved, unless the issue lacks something: the preview says what. */
  const whenReady = (name: string, run: (revision: number) => Promise<void> | void) =>
    editor.act(name, async (revision) => {
      const { problems } = await load()
      if (problems.length === 0) return run(revision)
      showProblems()
    })
  const leaveWith = (message: Message) => {
    queueToast(message)
    location.assign(staffPaths.issue(id))
  }

  return {
    isOwner,
    audience,
    preview,
    isScheduling,
    send: async () => {
      if (audience === 0) return editor.setProblem(issueLabels.nobody)
      await whenReady('send', async (revision) => {
        await adminCall('POST /admin/letters/:id/send', { id, revision })
        leaveWith(adminMessages.issueStarted)
      })
    },
    askForTime: () => whenReady('check', () => setScheduling(true)),
    closeTime: () => setScheduling(false),
    schedule: async (sendAt: string) => {
      await editor.act('schedule', async (revision) => {
        await adminCall('POST /admin/letters/:id/schedule', { id, revision, sendAt })
        leaveWith(adminMessages.issueScheduled)
      })
      setScheduling(false)
    },
    test: () =>
      editor.act('test', async () => {
        const { to } = await adminCall('POST /admin/letters/:id/test', { id })
        editor.setOutcome(issueLabels.tested(to, isMailOff))
      }),
  }
}

export type IssueSending = ReturnType<typeof useIssueSending>

/** A sheet on a phone; a laptop has it beside the text. */
export function showPreview() {
  const panel = document.getElementById(settingsId)
  if (panel && !panel.checkVisibility()) panel.showPopover()
  else panel?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
}

export const problemsId = 'newsletter-problems'

/** Once they are drawn. */
function showProblems() {
  showPreview()
  setTimeout(() => document.getElementById(problemsId)?.focus())
}
