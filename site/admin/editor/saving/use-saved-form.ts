import { useCallback, useEffect, useRef, useState } from 'react'
import { type DefaultValues, useForm } from 'react-hook-form'
import { staysWhenSessionEnds } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { whenSignedInElsewhere } from '#site/admin/lib/token.ts'
import type { CurrentText, DocumentStore } from './document-store.ts'
import { type SaveState, type Saving, startSaving } from './draft-saver.ts'
import { localCopy } from './on-device.ts'

interface Options<Fields> {
  store: DocumentStore<Fields>
  id: string
  head: number
  savedAt: string | null
  fields: Fields
  isLoaded: boolean
  isNew: boolean
  /** It is called with the name of the field, where that is known. */
  onChange(name?: string): void
}

const pauseMs = 400

/** A form that saves every change, including those before hydration. */
export function useSavedForm<Fields extends { content: string }>({
  store,
  id,
  head,
  savedAt: storedAt,
  fields: stored,
  isLoaded,
  isNew,
  onChange,
}: Options<Fields>) {
  const savedAt = storedAt ?? undefined
  const form = useForm<Fields>({ defaultValues: stored as DefaultValues<Fields> })
  const saving = useRef<Saving<Fields>>(undefined)
  /** The text is not read at each key: serialising Markdown takes a while. */
  const text = useRef<CurrentText>({ read: () => stored.content })
  const [start, setStart] = useState<string>()
  const [saveState, setSaveState] = useState<SaveState>({ is: 'saved', at: savedAt })

  useEffect(() => {
    if (!isLoaded) return
    const ahead = store.takeTypedAhead?.()
    const started = startSaving<Fields>({
      id,
      head,
      savedAt,
      read: () => ({ ...form.getValues(), content: text.current.read() }),
      send: store.send,
      store: localCopy<Fields>(store.copyKey + id),
      onState: setSaveState,
    })
    saving.current = started
    const typed = ahead ?? (started.local ? undefined : typedBefore(stored))
    const fields = typed ?? started.local ?? stored
    if (typed) started.change()
    if (typed && isNew) showAddress(store, id)
    // The refs of its elements are kept: without them it gets no input until the next render.
    form.reset(fields, { keepFieldsRef: true })
    // A change like any other; the elements are left alone, because a keyboard may be composing a word in them.
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
  }, [store, id, head, savedAt, stored, isLoaded, isNew, form])

  /** How often somebody stopped typing: what follows the text does not follow each key. */
  const [pauses, setPauses] = useState(0)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const changed = (name?: string) => {
    onChange(name)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => setPauses((count) => count + 1), pauseMs)
    if (isNew) showAddress(store, id)
    saving.current?.change()
  }
  useEffect(() => {
    const subscription = form.watch((_, { type, name }) => {
      if (type === 'change') changed(name)
    })
    return () => subscription.unsubscribe()
  })

  const session = useSessionEnd(useCallback(() => saving.current?.wake(), []))
  /**
   * Deletes the document, unless somebody else has saved since. A missing one counts as deleted.
   */
  const discard = async (remove: DocumentStore<Fields>['remove']) => {
    const present = saving.current
    if (!present) return
    try {
      const done = await remove(id, await present.pause())
      present.adopt(0)
      return done?.undo
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
    /** The initial text, once the device's copy was read. */
    start,
    pauses,
    saveState,
    changed,
  }
}

/** A reload of the page restores it. */
function showAddress(
  { newPath, editPath }: Pick<DocumentStore<never>, 'newPath' | 'editPath'>,
  id: string,
) {
  if (location.pathname !== newPath) return
  history.replaceState(null, '', editPath(id))
}

/** An expired session does not redirect away from the text: people sign in again in a dialog. */
function useSessionEnd(wake: () => void) {
  const [isSignedOut, setSignedOut] = useState(false)
  const signedIn = useCallback(() => {
    setSignedOut(false)
    wake()
    // Queries that failed in between, such as a list beside the text.
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [wake])
  useEffect(() => staysWhenSessionEnds(() => setSignedOut(true)), [])
  useEffect(() => whenSignedInElsewhere(signedIn), [signedIn])
  return { isSignedOut, signedIn }
}

/**
 * `fields` with values that somebody typed or chose before hydration: only the page's elements have them. A
 * field with a value keeps it. Undefined where there are none. Element ids are names of fields; a checkbox
 * is found by its name.
 */
function typedBefore<Fields extends object>(fields: Fields): Fields | undefined {
  let typed: Fields | undefined
  for (const name of Object.keys(fields) as (keyof Fields & string)[]) {
    if (fields[name]) continue
    const element = document.getElementById(name) ?? document.getElementsByName(name)[0]
    const value = heldBy(element)
    if (value && typeof value === typeof fields[name])
      typed = { ...(typed ?? fields), [name]: value }
  }
  return typed
}

function heldBy(element: Element | undefined): string | boolean | undefined {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  return isField ? element.value : undefined
}
