import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { editors, isAmong } from '#contract/roles.ts'
import { useDocumentEditor } from '#site/admin/editor/use-document-editor.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { editorLabels } from '../story-labels.ts'
import { blankDraft, type Draft, storyStore } from './story-store.ts'

interface Options {
  /** Undefined while it is loading. */
  draft: Draft | undefined
  isNew: boolean
  onReload(): void
}

const noDraft = blankDraft('')

/** The fields of a story, their saving, and its actions. */
export function useStoryEditor({ draft: loaded, isNew, onReload }: Options) {
  const draft = loaded ?? noDraft
  const { id } = draft
  // The first render is the server's, which does not know the member.
  const member = useStore($member, { ssr: 'initial' })
  const [changedDraft, setChangedDraft] = useState<Draft>()
  const known = changedDraft ?? draft
  const release = useRelease()
  const editor = useDocumentEditor({
    store: storyStore,
    ...draft,
    isLoaded: loaded !== undefined,
    isNew,
    onReload,
    onDiscarded: known.story ? onReload : undefined,
  })
  const { form, attempt, read, refuse } = editor

  // The default author of a new story is the member who writes it.
  useEffect(() => {
    if (isNew && member && member.role !== 'owner' && form.getValues('authorName') === '')
      form.setValue('authorName', member.name)
  }, [isNew, member, form])

  /** Resolves to whether it was done. */
  const act = async (name: string, run: (number: number) => Promise<Draft>, said: string) => {
    const after = await editor.act(name, async (number) => {
      const changed = await run(number)
      setChangedDraft(changed)
      editor.setOutcome(said)
      if (changed.story?.state === 'published') release.watch()
      return changed
    })
    return after !== undefined
  }

  return {
    ...editor,
    known,
    release: release.state,
    mayListAuthors: member !== undefined && isAmong(editors, member.role),
    mayPublish: member === undefined || member.role === 'owner' || member.role === 'editor',
    /** Whether it may be published as it is; errors are shown at their fields. */
    check: async (): Promise<boolean> => {
      const isFine = await attempt('check', async () => {
        // The service checks it, too.
        const form = await import('./story-form.ts').catch(() => undefined)
        const problems = form?.problemsOf(read()) ?? {}
        if (Object.keys(problems).length === 0) return true
        refuse(problems)
        return false
      })
      return isFine === true
    },
    publish: (times: { publishAt?: string | null; unpublishAt?: string | null } = {}) =>
      act(
        'publish',
        (number) => adminCall('POST /admin/drafts/:id/publish', { id, number, ...times }),
        times.publishAt
          ? editorLabels.scheduled
          : known.story?.state === 'published'
            ? editorLabels.updated
            : editorLabels.published,
      ),
    send: () =>
      act(
        'send',
        (number) => adminCall('POST /admin/drafts/:id/send', { id, number }),
        editorLabels.sent,
      ),
    unpublish: () =>
      act(
        'unpublish',
        () => adminCall('POST /admin/drafts/:id/unpublish', { id }),
        known.story?.publishAt ? editorLabels.unscheduled : editorLabels.unpublished,
      ),
    ask: (note: string) =>
      act(
        'ask',
        (number) => adminCall('POST /admin/drafts/:id/ask', { id, number, note }),
        editorLabels.asked,
      ),
    takeBack: () =>
      act('ask', () => adminCall('POST /admin/drafts/:id/ask', { id }), editorLabels.takenBack),
  }
}

export type Editor = ReturnType<typeof useStoryEditor>
