import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { editors, isAmong } from '#contract/roles.ts'
import type { Undo } from '#contract/undo.ts'
import { useDocumentEditor } from '#site/admin/editor/use-document-editor.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { $member, type Member } from '#site/admin/lib/member.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { undoAction } from '#site/admin/lib/undo-toast.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { editorLabels } from '../story-labels.ts'
import { blankDraft, type Draft, type DraftFields, storyStore } from './story-store.ts'

interface Options {
  /** Undefined while it is loading. */
  draft: Draft | undefined
  isNew: boolean
  onReload(): void
}

type Publication = InputOf<'POST /admin/drafts/:id/publish'>

const noDraft = blankDraft('')

export function useStoryEditor({ draft: loaded, isNew, onReload }: Options) {
  const draft = loaded ?? noDraft
  const { id } = draft
  // The first render is the server's, which does not know the member.
  const member = useStore($member, { ssr: 'initial' })
  const [changedDraft, setChangedDraft] = useState<Draft>()
  const known = changedDraft ?? draft
  const [undo, offerUndo] = useTimedUndo()
  const release = useRelease()
  const editor = useDocumentEditor({
    store: storyStore,
    ...draft,
    isLoaded: loaded !== undefined,
    isNew,
    onReload,
    onDiscarded: known.story ? onReload : undefined,
  })
  const { form } = editor
  const insert = useRef<(markdown: string) => void>(undefined)

  useDefaultByline(isNew ? member : undefined, form)

  /** What stands beside the text, which stays as it is being written. */
  const readAgain = async () => {
    editor.setOutcome(undefined)
    const draft = await adminCall('GET /admin/drafts/:id', { id }).catch(console.warn)
    if (draft) setChangedDraft(draft)
  }

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
    insert,
    known,
    release: release.state,
    mayListAuthors: member !== undefined && isAmong(editors, member.role),
    mayPublish: member === undefined || member.role === 'owner' || member.role === 'editor',
    publish: (asked: Partial<Omit<Publication, 'id' | 'number'>> = {}) =>
      act(
        'publish',
        async (number) => {
          const request = { id, number, ...asked }
          const { answer, undo } = await callWithUndo('POST /admin/drafts/:id/publish', request)
          offerUndo(undo)
          return answer
        },
        outcomeOf(asked.publishAt, known),
      ),
    /** Takes the last publication back; undefined when its time is over. */
    undoPublishing:
      undo &&
      ((onUndone: () => void) =>
        editor.attempt('undo', () =>
          undoAction(undo.id, () => {
            onUndone()
            void readAgain()
          }),
        )),
    send: () =>
      act(
        'send',
        (number) => adminCall('POST /admin/drafts/:id/send', { id, number }),
        editorLabels.sent,
      ),
    unpublish: () =>
      known.story?.publishAt
        ? act('unpublish', () => unpublish(id, 'Unscheduled', readAgain), editorLabels.unscheduled)
        : act('unpublish', () => unpublish(id, 'Unpublished', readAgain), editorLabels.unpublished),
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

/** The Undo of what was done last, until its time is over. */
function useTimedUndo() {
  const [undo, setUndo] = useState<Undo>()
  const offer = (offered: Undo | undefined) => {
    setUndo(offered)
    setTimeout(() => setUndo(undefined), 1000 * (offered?.seconds ?? 0))
  }
  return [undo, offer] as const
}

async function unpublish(id: string, title: string, onUndone: () => void): Promise<Draft> {
  const { answer, undo } = await callWithUndo('POST /admin/drafts/:id/unpublish', { id })
  void showToast({ title, text: answer.fields.title }, undo, onUndone)
  return answer
}

function outcomeOf(publishAt: string | null | undefined, { story }: Draft): string {
  if (publishAt) return editorLabels.scheduled
  return story?.state === 'published' ? editorLabels.updated : editorLabels.published
}

type Form = Pick<
  ReturnType<typeof useDocumentEditor<DraftFields>>['form'],
  'getValues' | 'setValue'
>

/** The default author of a new story is that of one's last, else the member who writes it. */
function useDefaultByline(member: Member | undefined, form: Form) {
  useEffect(() => {
    if (!member) return
    const fill = (name: 'authorName' | 'authorRole', value: string) => {
      if (form.getValues(name) === '') form.setValue(name, value)
    }
    const own = { authorName: member.role === 'owner' ? '' : member.name, authorRole: '' }
    // Without a network the role is typed.
    adminCall('GET /admin/byline', {})
      .catch(() => own)
      .then(({ authorName, authorRole }) => {
        fill('authorName', authorName || own.authorName)
        fill('authorRole', authorRole)
      })
  }, [member, form])
}

export type Editor = ReturnType<typeof useStoryEditor>
