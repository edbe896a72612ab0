import { ApiError } from '#contract/api-error.ts'
import { newId } from '#site/lib/forms/new-id.ts'

/** One state of the draft, based on a revision. */
export interface Save<Fields> {
  id: string
  base: number
  /** A retried save has the same id. */
  saveId: string
  fields: Fields
}

export interface Saved {
  number: number
  savedAt: string
}

/** Somebody else saved on top of the revision that this page shows. */
export interface Conflict {
  /** The revision that holds what this page had sent. */
  aside: number
  head: { number: number; savedAt: string; savedByName: string }
  isSamePerson: boolean
}

export type SaveState =
  | { is: 'saved'; at: string | undefined }
  | { is: 'changed' | 'saving' }
  /** Retried automatically. */
  | { is: 'waiting' }
  /** This lasts until somebody signs in again, in this tab or another. */
  | { is: 'signedOut' }
  | { is: 'refused'; sentence: string }
  | { is: 'conflict'; conflict: Conflict }

/** The draft on the device until the server has it. */
export interface LocalCopy<Fields> {
  /** The revision that it is based on. */
  base: number
  fields: Fields
  /** A save without an answer: it is repeated unchanged. */
  pending?: Save<Fields> | undefined
}

export interface CopyStore<Fields> {
  read(): LocalCopy<Fields> | undefined
  write(copy: LocalCopy<Fields>): void
  clear(): void
}

interface Options<Fields> {
  id: string
  /** The revision that the page shows. */
  head: number
  savedAt: string | undefined
  /** The current fields; read only to save them. */
  read(): Fields
  send(save: Save<Fields>): Promise<Saved>
  store: CopyStore<Fields>
  onState(state: SaveState): void
}

/** The pause between a change and its save; and between a change and its copy on the device. */
const saveAfterMs = 3_000
const copyAfterMs = 400
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Saves a draft every few seconds while it changes, one request at a time. Every change is on the device within half
 * a second, and stays there until the server has it: no network, a closed tab or an empty battery loses nothing.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it is one state machine, whose states each step reads and sets.
export function startSaving<Fields extends object>({
  id,
  read,
  send,
  store,
  onState,
  ...options
}: Options<Fields>) {
  let head = options.head
  let pending: Save<Fields> | undefined
  let isChanged = false
  let isConflict = false
  let isSignedOut = false
  /** From here on another tab owns the draft: this one must not change its copy on the device. */
  let isStopped = false
  /** The draft is being discarded. */
  let isPaused = false
  let failures = 0
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let copyTimer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined
  let waiters: (() => void)[] = []

  const copy = (fields?: Fields) => {
    clearTimeout(copyTimer)
    copyTimer = undefined
    if (isChanged || pending) store.write({ base: head, fields: fields ?? read(), pending })
  }
  const settle = () => {
    for (const done of waiters) done()
    waiters = []
  }

  const save = async (): Promise<void> => {
    clearTimeout(saveTimer)
    saveTimer = undefined
    if (isPaused || isConflict || (!isChanged && !pending)) return settle()
    let fields: Fields | undefined
    if (!pending) {
      fields = read()
      pending = { id, base: head, saveId: newId(), fields }
      isChanged = false
    }
    copy(fields)
    isSignedOut = false
    onState({ is: 'saving' })
    try {
      const { number, savedAt } = await send(pending)
      if (isStopped) return
      head = number
      pending = undefined
      failures = 0
      if (isChanged) {
        copy()
        onState({ is: 'changed' })
        plan(saveAfterMs)
        return
      }
      clearTimeout(copyTimer)
      copyTimer = undefined
      store.clear()
      onState({ is: 'saved', at: savedAt })
      settle()
    } catch (error) {
      fail(error)
    }
  }

  const fail = (error: unknown) => {
    if (isStopped) return
    const status = error instanceof ApiError ? error.status : 0
    const conflict = status === 409 ? conflictOf(error as ApiError) : undefined
    if (conflict) {
      pending = undefined
      isConflict = true
      isChanged = true
      copy()
      onState({ is: 'conflict', conflict })
      settle()
    } else if (status === 401) {
      isSignedOut = true
      onState({ is: 'signedOut' })
      settle()
    } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      // Every retry would be rejected as well, until the draft changes.
      pending = undefined
      isChanged = true
      copy()
      onState({ is: 'refused', sentence: (error as ApiError).sentence })
      settle()
    } else {
      onState({ is: 'waiting' })
      plan(retryMs[Math.min(failures++, retryMs.length - 1)] as number)
      settle()
    }
  }

  const run = () => {
    underWay ??= save().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const plan = (ms: number) => {
    clearTimeout(saveTimer)
    if (isPaused || isStopped) return
    saveTimer = setTimeout(() => {
      saveTimer = undefined
      void run()
    }, ms)
  }

  const local = store.read()
  if (local) {
    pending = local.pending
    // The rest was typed during the request.
    isChanged = !pending || !isSame(pending.fields, local.fields)
    if (!pending && local.base !== head)
      pending = { id, base: local.base, saveId: newId(), fields: local.fields }
    onState({ is: 'changed' })
    plan(0)
  } else {
    onState({ is: 'saved', at: options.savedAt })
  }

  return {
    /** The copy on the device when the page was opened. */
    local: local?.fields,
    /** Call it after a change. */
    change() {
      if (!isChanged) {
        isChanged = true
        if (!isConflict && !isSignedOut && !pending) onState({ is: 'changed' })
      }
      copyTimer ??= setTimeout(() => copy(), copyAfterMs)
      if (!saveTimer && !underWay && !isConflict && !isSignedOut) plan(saveAfterMs)
    },
    /** Saves at once; resolves to the server's head, or to undefined where it failed. */
    async flush(): Promise<number | undefined> {
      if (!isChanged && !pending && !underWay) return isConflict ? undefined : head
      const settled = new Promise<void>((resolve) => {
        waiters.push(resolve)
      })
      await underWay
      plan(0)
      await settled
      return isChanged || pending || isConflict ? undefined : head
    },
    /** The page was hidden, a network came back, or somebody signed in. */
    wake() {
      copy()
      if (!underWay && !isConflict && (isChanged || pending)) plan(0)
    },
    /** Continues with this page's text, on top of theirs. */
    overwrite(number: number) {
      head = number
      isConflict = false
      isChanged = true
      plan(0)
    },
    /** Stops saving until `resume` or `adopt`; resolves to the server's head. */
    async pause(): Promise<number> {
      isPaused = true
      clearTimeout(saveTimer)
      saveTimer = undefined
      await underWay
      return head
    },
    resume() {
      isPaused = false
      if (isChanged || pending) plan(0)
    },
    /** Shows the server's state instead: this page's text is in the revisions. */
    adopt(number: number) {
      head = number
      isPaused = false
      isConflict = false
      isChanged = false
      clearTimeout(copyTimer)
      copyTimer = undefined
      pending = undefined
      store.clear()
      onState({ is: 'saved', at: undefined })
    },
    stop() {
      copy()
      isStopped = true
      clearTimeout(saveTimer)
      clearTimeout(copyTimer)
      settle()
    },
  }
}

const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

export type Saving<Fields extends object> = ReturnType<typeof startSaving<Fields>>

/** Other errors of a save have the same status. */
export function conflictOf({ beside = {} }: ApiError): Conflict | undefined {
  return 'isSamePerson' in beside ? (beside as unknown as Conflict) : undefined
}
