import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import { editors, isAmong } from '#contract/roles.ts'
import { type Kept, useSavedForm } from '#site/admin/editor/use-saved-form.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { $member } from '#site/admin/lib/member.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { focusField } from '#site/lib/focus-field.ts'
import { blankDraft, type Draft, type DraftFields } from './blank-draft.ts'
import { takeTypedAhead } from './draft-ahead.ts'
import { draftCopy } from './draft-copies.ts'
import { editorLabels } from './editor-labels.ts'

const kept: Kept<DraftFields> = {
  send: (save) => adminCall('PUT /admin/drafts/:id', save),
  copyOf: draftCopy,
  newPath: adminPaths.newStory,
  editPath: adminPaths.editStory,
  takeTypedAhead,
}

interface Options {
  /** Nothing while it is loading. */
  draft: Draft | undefined
  isNew: boolean
  onReload(): void
}

type Action = 'publish' | 'send' | 'unpublish' | 'ask' | 'check' | 'discard'

const noDraft = blankDraft('')

/** The fields, the saving of them, and what is done with the story. */
export function useStoryEditor({ draft: loaded, isNew, onReload }: Options) {
  const draft = loaded ?? noDraft
  const { id } = draft
  // The first drawing is the server's, which knows nobody.
  const member = useStore($member, { ssr: 'initial' })
  const [changedDraft, setChangedDraft] = useState<Draft>()
  const known = changedDraft ?? draft
  const [action, setAction] = useState<Action>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState<FieldErrors>({})
  const release = useRelease()
  const { form, saving, text, start, saveState, changed, discard, ...session } = useSavedForm({
    kept,
    id,
    head: draft.head,
    savedAt: draft.savedAt ?? undefined,
    fields: draft.fields,
    isLoaded: loaded !== undefined,
    isNew,
    onChange: () => setOutcome(undefined),
  })

  // A new story is by whoever writes it.
  useEffect(() => {
    if (isNew && member && member.role !== 'owner' && form.getValues('authorName') === '')
      form.setValue('authorName', member.name)
  }, [isNew, member, form])

  const begin = (wanted: Action) => {
    setAction(wanted)
    setOutcome(undefined)
    setProblem(undefined)
    setWrong({})
  }
  const refuse = (fields: FieldErrors) => {
    setWrong(fields)
    setTimeout(() => focusWrong(fields))
  }
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) setProblem(editorLabels.failed)
    else if (error.status === 401) setProblem(editorLabels.signedOut)
    else setProblem(error.status < 500 ? error.sentence : editorLabels.failed)
  }
  /** Saves first, so that what is published is what the page shows. Resolves to whether it was done, or to what is wrong. */
  const act = async (
    wanted: Action,
    run: (number: number) => Promise<Draft>,
    said: string | ((after: Draft) => string),
  ): Promise<boolean | FieldErrors> => {
    if (action) return false
    begin(wanted)
    try {
      if (known.head === 0 && saveState.is === 'saved') saving.current?.change()
      const number = await saving.current?.flush()
      if (number === undefined) {
        setProblem(editorLabels.notSaved)
        return false
      }
      const after = await run(number)
      setChangedDraft(after)
      setOutcome(typeof said === 'string' ? said : said(after))
      if (after.story?.state === 'published') release.watch()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 400 && error.fields) {
        refuse(error.fields)
        return error.fields
      }
      fail(error)
      return false
    } finally {
      setAction(undefined)
    }
  }

  return {
    form,
    isReady: loaded !== undefined,
    known,
    saveState,
    ...session,
    start,
    text,
    changed,
    wrong,
    outcome,
    problem,
    action,
    release: release.state,
    mayListAuthors: member !== undefined && isAmong(editors, member.role),
    mayPublish: member === undefined || member.role === 'owner' || member.role === 'editor',
    /** Whether it may be published as it is; what is wrong is said at its field. */
    check: async (): Promise<boolean> => {
      begin('check')
      try {
        const { problemsOf } = await import('./story-form.ts')
        const problems = problemsOf({ ...form.getValues(), content: text.current.read() })
        if (Object.keys(problems).length === 0) return true
        refuse(problems)
        return false
      } catch {
        // The service checks it, too.
        return true
      } finally {
        setAction(undefined)
      }
    },
    /** Resolves to whether it is done. */
    discard: async (): Promise<boolean> => {
      begin('discard')
      try {
        await discard((number) => adminCall('DELETE /admin/drafts/:id', { id, number }))
        if (known.story) onReload()
        else location.assign(adminPaths.stories)
        return true
      } catch (error) {
        fail(error)
        return false
      } finally {
        setAction(undefined)
      }
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
    keepMine: (number: number) => saving.current?.overwrite(number),
    takeTheirs: (number: number) => {
      saving.current?.adopt(number)
      onReload()
    },
  }
}

/** The first of the page that is wrong. */
export function focusWrong(fields: FieldErrors) {
  const elements = Object.keys(fields).flatMap((name) => document.getElementById(name) ?? [])
  const [first] = elements.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  focusField(first)
}

export type Editor = ReturnType<typeof useStoryEditor>
