import { useCallback, useEffect, useRef, useState } from 'react'
import { type DefaultValues, useForm } from 'react-hook-form'
import { deleteUnlessGone } from '#site/admin/lib/call.ts'
import {
  type CopyStore,
  type Save,
  type Saved,
  type SaveState,
  type Saving,
  startSaving,
} from './draft-saver.ts'
import { typedBefore } from './typed-before.ts'
import { useSessionEnd } from './use-session-end.ts'

/** Where one kind of text is kept. The same object at each rendering. */
export interface Kept<Fields> {
  send(save: Save<Fields>): Promise<Saved>
  /** On this device. */
  copyOf(id: string): CopyStore<Fields>
  newPath: string
  editPath(id: string): string
  /** What another script heard before this one came; without it the page's elements are asked. */
  takeTypedAhead?(): Fields | undefined
}

interface Options<Fields> {
  kept: Kept<Fields>
  id: string
  /** The revision that the server has, and its fields: the same object until it is read again. */
  head: number
  savedAt: string | undefined
  fields: Fields
  isLoaded: boolean
  isNew: boolean
  onChange(): void
}

/** A form of which every change is saved, those before its script had come too. */
export function useSavedForm<Fields extends { content: string }>({
  kept,
  id,
  head,
  savedAt,
  fields: stored,
  isLoaded,
  isNew,
  onChange,
}: Options<Fields>) {
  const form = useForm<Fields>({ defaultValues: stored as DefaultValues<Fields> })
  const saving = useRef<Saving<Fields>>(undefined)
  /** The text is not a field that is read at each key: writing Markdown takes a while. */
  const text = useRef({ read: () => stored.content })
  const [start, setStart] = useState<string>()
  const [saveState, setSaveState] = useState<SaveState>({ is: 'saved', at: savedAt })

  useEffect(() => {
    if (!isLoaded) return
    const ahead = kept.takeTypedAhead?.()
    const started = startSaving<Fields>({
      id,
      head,
      savedAt,
      read: () => ({ ...form.getValues(), content: text.current.read() }),
      send: kept.send,
      store: kept.copyOf(id),
      onState: setSaveState,
    })
    saving.current = started
    const typed = ahead ?? (started.local ? undefined : typedBefore(stored))
    const fields = typed ?? started.local ?? stored
    if (typed) started.change()
    if (typed && isNew) showAddress(kept, id)
    // With the references to its elements: without them it hears no key until the next rendering.
    form.reset(fields, { keepFieldsRef: true })
    // A change like any other; the elements are left alone, whose keyboard may be in the middle of a word.
    if (fields !== stored) form.reset(stored, { keepFieldsRef: true, keepValues: true })
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
  }, [kept, id, head, savedAt, stored, isLoaded, isNew, form])

  const changed = () => {
    onChange()
    if (isNew) showAddress(kept, id)
    saving.current?.change()
  }
  useEffect(() => {
    const subscription = form.watch((_, { type }) => {
      if (type === 'change') changed()
    })
    return () => subscription.unsubscribe()
  })

  const session = useSessionEnd(useCallback(() => saving.current?.wake(), []))
  /** Takes away what is written here, unless somebody else has saved since. What is gone already counts as taken away. */
  const discard = async (remove: (number: number) => Promise<unknown>) => {
    const present = saving.current
    if (!present) return
    try {
      await deleteUnlessGone(remove(await present.pause()))
      present.adopt(0)
    } catch (error) {
      present.resume()
      throw error
    }
  }

  return {
    ...session,
    discard,
    form,
    saving,
    text,
    /** What the text begins with, once the device was asked for its copy. */
    start,
    saveState,
    changed,
  }
}

/** A reload of the page finds it again. */
function showAddress({ newPath, editPath }: Pick<Kept<never>, 'newPath' | 'editPath'>, id: string) {
  if (location.pathname !== newPath) return
  history.replaceState(null, '', editPath(id))
}
