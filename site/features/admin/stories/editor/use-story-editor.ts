import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import { editors, isAmong } from '#contract/roles.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, staysWhenSessionEnds } from '#site/lib/admin/call.ts'
import { $member } from '#site/lib/admin/member.ts'
import { whenSignedInElsewhere } from '#site/lib/admin/token.ts'
import { useRelease } from '#site/lib/admin/use-release.ts'
import { focusField } from '#site/lib/focus-field.ts'
import { type SaveState, type Saving, startSaving } from '../../writing/draft-saver.ts'
import { typedBefore } from '../../writing/typed-before.ts'
import { blankDraft, type Draft, type DraftFields } from './blank-draft.ts'
import { takeTypedAhead } from './draft-ahead.ts'
import { draftCopy } from './draft-copies.ts'
import { editorLabels } from './editor-labels.ts'

interface Options {
  /** Nothing while it is loading. */
  draft: Draft | undefined
  isNew: boolean
  onReload(): void
}

type Action = 'publish' | 'send' | 'unpublish' | 'ask'

const noDraft = blankDraft('')

/** The fields, the saving of them, and what is done with the story. */
export function useStoryEditor({ draft: loaded, isNew, onReload }: Options) {
  const draft = loaded ?? noDraft
  const { id } = draft
  const member = useStore($member)
  const [saveState, setSaveState] = useState<SaveState>({
    is: 'saved',
    at: draft.savedAt ?? undefined,
  })
  const saving = useRef<Saving<DraftFields>>(undefined)
  /** The text is not a field that is read at each key: writing Markdown takes a while. */
  const text = useRef({ read: () => draft.fields.content })
  const form = useForm<DraftFields>({ defaultValues: draft.fields })
  const [start, setStart] = useState<string>()
  const [changedDraft, setChangedDraft] = useState<Draft>()
  const known = changedDraft ?? draft
  const [action, setAction] = useState<Action>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [isSignedOut, setSignedOut] = useState(false)
  const release = useRelease()

  const signedIn = useCallback(() => {
    setSignedOut(false)
    saving.current?.wake()
  }, [])
  useEffect(() => staysWhenSessionEnds(() => setSignedOut(true)), [])
  useEffect(() => whenSignedInElsewhere(signedIn), [signedIn])

  useEffect(() => {
    if (!loaded) return
    const ahead = takeTypedAhead()
    const started = startSaving<DraftFields>({
      id,
      head: loaded.head,
      savedAt: loaded.savedAt ?? undefined,
      read: () => ({ ...form.getValues(), content: text.current.read() }),
      send: (save) => adminCall('PUT /admin/drafts/:id', save),
      store: draftCopy(id),
      onState: setSaveState,
    })
    saving.current = started
    const typed = ahead ?? (started.local ? undefined : typedBefore(loaded.fields))
    const fields = typed ?? started.local ?? loaded.fields
    if (typed) started.change()
    if (typed && isNew) showAddress(id)
    // With the references to its elements: without them it hears no key until the next rendering.
    form.reset(fields, { keepFieldsRef: true })
    text.current = { read: () => fields.content }
    setStart(fields.content)
    const wake = () => started.wake()
    addEventListener('online', wake)
    addEventListener('pagehide', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      removeEventListener('online', wake)
      removeEventListener('pagehide', wake)
      document.removeEventListener('visibilitychange', wake)
      started.stop()
    }
  }, [id, isNew, loaded, form])

  const changed = () => {
    setOutcome(undefined)
    if (isNew) showAddress(id)
    saving.current?.change()
  }
  useEffect(() => {
    const subscription = form.watch((_, { type }) => {
      if (type === 'change') changed()
    })
    return () => subscription.unsubscribe()
  })
  // A new story is by whoever writes it.
  useEffect(() => {
    if (isNew && member && member.role !== 'owner' && form.getValues('authorName') === '')
      form.setValue('authorName', member.name)
  }, [isNew, member, form])

  /** Saves first, so that what is published is what the page shows. */
  const act = async (
    wanted: Action,
    run: (number: number) => Promise<Draft>,
    said: string | ((after: Draft) => string),
  ): Promise<boolean> => {
    if (action) return false
    setAction(wanted)
    setOutcome(undefined)
    setProblem(undefined)
    setWrong({})
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
      if (!(error instanceof ApiError)) setProblem(editorLabels.failed)
      else if (error.status === 400 && error.fields) {
        setWrong(error.fields)
        const [first] = Object.keys(error.fields)
        if (first) setTimeout(() => focusField(document.getElementById(first)))
      } else if (error.status === 401) setProblem(editorLabels.signedOut)
      else setProblem(error.status < 500 ? error.sentence : editorLabels.failed)
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
    isSignedOut,
    signedIn,
    /** What the text begins with, once the device was asked for its copy. */
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

export type Editor = ReturnType<typeof useStoryEditor>

/** A reload of the page finds the story again. */
function showAddress(id: string) {
  if (location.pathname !== adminPaths.newStory) return
  history.replaceState(null, '', adminPaths.editStory(id))
}
