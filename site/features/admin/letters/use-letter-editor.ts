import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall } from '#site/lib/admin/call.ts'
import { newId } from '#site/lib/new-id.ts'
import { type SaveState, type Saving, startSaving } from '../writing/draft-saver.ts'
import { localCopy } from '../writing/local-copies.ts'
import { typedBefore } from '../writing/typed-before.ts'
import { letterLabels } from './letter-labels.ts'

export type Letter = OutputOf<'GET /admin/letters/:id/draft'>
export type LetterFields = Letter['fields']

/** On this device. */
export const copyOf = (id: string) => localCopy<LetterFields>(`ascend.admin-letter.${id}`)

interface Options {
  letter: Letter
  isNew: boolean
  /** Shows what the server has. */
  onReload(): void
}

/** The fields of a letter, the saving of them, and what waits for it. */
export function useLetterEditor({ letter, isNew, onReload }: Options) {
  const { id } = letter
  const form = useForm<LetterFields>({ defaultValues: letter.fields })
  const saving = useRef<Saving<LetterFields>>(undefined)
  const text = useRef({ read: () => letter.fields.content })
  const insert = useRef<(markdown: string) => void>(undefined)
  const [start, setStart] = useState<string>()
  const [saveState, setSaveState] = useState<SaveState>({
    is: 'saved',
    at: letter.savedAt ?? undefined,
  })
  const [action, setAction] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const started = startSaving<LetterFields>({
      id,
      head: letter.number,
      savedAt: letter.savedAt ?? undefined,
      read: () => ({ ...form.getValues(), content: text.current.read() }),
      send: (save) => adminCall('PUT /admin/letters/:id/draft', save),
      store: copyOf(id),
      onState: setSaveState,
    })
    saving.current = started
    const typed = started.local ? undefined : typedBefore(letter.fields)
    const fields = typed ?? started.local ?? letter.fields
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
  }, [id, isNew, letter, form])

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

  /** Saves first, so that what is done is done with what the page shows. Resolves to nothing if it was not done. */
  const act = async <T>(
    name: string,
    run: (number: number) => Promise<T>,
  ): Promise<T | undefined> => {
    if (action) return undefined
    setAction(name)
    setOutcome(undefined)
    setProblem(undefined)
    try {
      if (isNew && saveState.is === 'saved' && !saveState.at) saving.current?.change()
      const number = await saving.current?.flush()
      if (number !== undefined) return await run(number)
      setProblem(letterLabels.notSaved)
    } catch (error) {
      const isTheirs = error instanceof ApiError && error.status < 500
      setProblem(isTheirs ? error.sentence : letterLabels.failed)
    } finally {
      setAction(undefined)
    }
    return undefined
  }

  return {
    id,
    form,
    start,
    text,
    insert,
    changed,
    saveState,
    action,
    outcome,
    problem,
    act,
    say: setOutcome,
    /** These words as a letter of their own, and the other version in this one's place. */
    keepAsAnother: async () => {
      const another = { id: newId(), saveId: newId(), base: 0 }
      const fields = { ...form.getValues(), content: text.current.read() }
      setAction('keep')
      setProblem(undefined)
      try {
        await adminCall('PUT /admin/letters/:id/draft', { ...another, fields })
        saving.current?.adopt(0)
        location.assign(adminPaths.editLetter(another.id))
      } catch {
        setProblem(letterLabels.failed)
      } finally {
        setAction(undefined)
      }
    },
    takeTheirs: (number: number) => {
      saving.current?.adopt(number)
      onReload()
    },
  }
}

export type LetterEditing = ReturnType<typeof useLetterEditor>

/** A reload of the page finds the letter again. */
function showAddress(id: string) {
  if (location.pathname !== adminPaths.newLetter) return
  history.replaceState(null, '', adminPaths.editLetter(id))
}
