import { useEffect, useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import { queueToast, showToast } from '#site/admin/lib/queue-toast.ts'
import { focusField } from '#site/lib/forms/check-form.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { reveal } from './SettingsPanel.tsx'
import type { DocumentStore } from './saving/document-store.ts'
import { useSavedForm } from './saving/use-saved-form.ts'

const messages = {
  notSaved:
    'Your words are on this device, but the server does not have them yet. Please try again once they are saved.',
  signedOut: 'You are signed out. Sign in again below, then try this again.',
  failed: 'That did not work. Nothing is lost; please try again.',
}

interface Options<Fields> {
  store: DocumentStore<Fields>
  id: string
  /** The server's revision, and its fields: the same object until it is loaded again. */
  head: number
  savedAt: string | null
  fields: Fields
  isLoaded: boolean
  isNew: boolean
  onReload(): void
  /** Otherwise its list opens. */
  onDiscarded?: (() => void) | undefined
}

/** The fields of a document, their saving, and its actions: one at a time. */
export function useDocumentEditor<Fields extends { content: string }>({
  onReload,
  onDiscarded,
  ...options
}: Options<Fields>) {
  const { store, id } = options
  const { forgetWrong, ...attempts } = useAttempts()
  const { attempt, setOutcome, setProblem } = attempts
  const { saving, discard, ...saved } = useSavedForm({
    ...options,
    onChange: (name) => {
      setOutcome(undefined)
      if (name !== undefined) forgetWrong(name)
    },
  })
  const { form, text, saveState } = saved
  // Once the server has the words, neither is true any more.
  useEffect(() => {
    if (saveState.is !== 'saved') return
    const isOver = (told?: string) => told === messages.notSaved || told === messages.signedOut
    setProblem((told) => (isOver(told) ? undefined : told))
  }, [saveState.is, setProblem])

  const read = (): Fields => ({ ...form.getValues(), content: text.current.read() })

  return {
    ...saved,
    ...attempts,
    id,
    isReady: options.isLoaded,
    read,
    /** It saves at once, and not after a pause. */
    save: () => saving.current?.wake(),
    /** Saves first, so that the action applies to what the page shows. */
    act: <T>(name: string, run: (number: number) => Promise<T>) =>
      attempt(name, async () => {
        const isUnsaved = options.head === 0 && saveState.is === 'saved' && !saveState.at
        if (isUnsaved) saving.current?.change()
        const number = await saving.current?.flush()
        if (number !== undefined) return run(number)
        setProblem(messages.notSaved)
        return undefined
      }),
    /**
     * Resolves to `unsaved` where the words are on this device alone, so that nothing would bring them back: then it takes
     * `isSure`.
     */
    discard: (isSure = false): Promise<'done' | 'unsaved' | undefined> =>
      attempt('discard', async () => {
        if ((await saving.current?.flush()) === undefined && !isSure) return 'unsaved'
        const undo = await discard(store.remove)
        if (onDiscarded) {
          onDiscarded()
          void showToast(adminMessages.changesDiscarded, undo, onDiscarded)
        } else {
          queueToast(store.discarded, undo)
          location.assign(store.listPath)
        }
        return 'done'
      }),
    keepMine: (number: number) => saving.current?.overwrite(number),
    takeTheirs: (number: number) => {
      saving.current?.adopt(number)
      onReload()
    },
    /** Saves this text as a document of its own, and shows the other version here. */
    keepAsAnother: () =>
      attempt('keep', async () => {
        const another = newId()
        await store.send({ id: another, saveId: newId(), base: 0, fields: read() })
        saving.current?.adopt(0)
        location.assign(store.editPath(another))
      }),
  }
}

/** The actions of an editor, one at a time, and what came of the last one. */
function useAttempts() {
  const [action, setAction] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState<FieldErrors>({})
  /** Marks the fields, and leads to `first`, which may be another one. */
  const refuse = (fields: FieldErrors, first?: string) => {
    setWrong(fields)
    setTimeout(() => focusWrong(first === undefined ? fields : { [first]: [] }))
  }
  const explain = (error: unknown) => {
    const { status = 0, fields, sentence = '' } = error instanceof ApiError ? error : {}
    if (status === 400 && fields) refuse(fields)
    else if (status === 401) setProblem(messages.signedOut)
    else setProblem(status > 0 && status < 500 ? sentence : messages.failed)
  }
  /** Resolves to undefined if it failed; the error is shown. */
  const attempt = async <T>(name: string, run: () => Promise<T>): Promise<T | undefined> => {
    if (action) return undefined
    setAction(name)
    setOutcome(undefined)
    setProblem(undefined)
    setWrong({})
    try {
      return await run()
    } catch (error) {
      explain(error)
      return undefined
    } finally {
      setAction(undefined)
    }
  }
  /** The field has changed: its error was about what stood there before. */
  const forgetWrong = (name: string) =>
    setWrong((before) => {
      const { [name]: known, ...others } = before
      return known ? others : before
    })
  return {
    action,
    outcome,
    problem,
    wrong,
    refuse,
    attempt,
    setOutcome,
    setProblem,
    forgetWrong,
  }
}

export type DocumentEditor = Omit<
  ReturnType<typeof useDocumentEditor<{ content: string }>>,
  'form' | 'read'
>

export function focusWrong(fields: FieldErrors) {
  const elements = Object.keys(fields).flatMap((name) => document.getElementById(name) ?? [])
  const [first] = elements.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  if (first) reveal(first)
  focusField(first)
}
