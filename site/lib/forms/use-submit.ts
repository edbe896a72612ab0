import { zodResolver } from '@hookform/resolvers/zod'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { FormState } from '#contract/form-state.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { isSignedOut } from '../session.ts'
import { signInAndReturn } from '../sign-in-and-return.ts'
import { focusField, noAnswer } from './check-form.ts'
import { draftStore } from './draft.store.ts'
import { submissionKeys } from './submission-keys.ts'

/** How long after the last key the draft is saved. */
const saveAfterMs = 400

interface Options<Answer> {
  /** The initial values. Without it they are read from the fields. */
  blank?: Record<string, string>
  /** The label of every field by its name, in the page's order. The checkbox of the terms is called `terms`. */
  labels?: Record<string, string>
  /**
   * The draft is stored on this device under `key` until it is sent, and fields are validated on blur.
   * `over` is the version of the text that is being edited, empty for a new one.
   */
  draft?: { key: string; over: string | undefined }
  id?: string
  /** The form was rendered by the server: somebody may have typed before this script loaded. */
  isFromPage?: boolean
  /** The server's answer to a form that was posted without script. */
  refused?: FormState | undefined
  /** The form was sent: the draft is no longer needed. */
  isSent?: boolean
  /** Resolves when everything sent along is ready; to false when the form cannot be sent yet. */
  isReady?(): Promise<boolean>
  onSent?(answer: Answer): void
  /** The toasts for an unticked box, and for a failed request; the latter may repeat the server's sentence. */
  messages?: { terms?: Message; failed: Message | ((sentence: string | undefined) => Message) }
}

/**
 * A form that is validated by the contract's schema and sent by `send`; a repeat with the same key has no effect.
 * An error is shown at its field, which takes the focus, else in `problem`; the text stays.
 */
export function useSubmit<Parsed extends FieldValues, Answer = unknown>(
  schema: z.ZodMiniType<Parsed, FieldValues> & { def: { shape: object } },
  send: (values: Parsed, key: string) => Promise<Answer>,
  options: Options<Answer> = {},
) {
  const { blank, id, labels, refused } = options
  const order = Object.keys(labels ?? schema.def.shape)
  const names = order.filter((name) => name !== 'terms')
  const shown = refused?.values ?? blank ?? {}
  const afterRelease = useAfterRelease()
  const form = useForm<FieldValues, unknown, Parsed>({
    resolver: zodResolver(schema),
    mode: options.draft ? 'onTouched' : 'onSubmit',
    shouldFocusError: false,
    ...(blank && {
      defaultValues: Object.fromEntries(names.map((name) => [name, blank[name] ?? ''])),
    }),
  })
  const valuesOf = (some: string[]): Record<string, string> =>
    Object.fromEntries(some.map((name) => [name, form.getValues(name)]))
  const draft = useStoredDraft(options.draft, () =>
    valuesOf(names.filter((name) => form.getFieldState(name).isDirty)),
  )
  const parts = { form, order, names, draft, options }
  const { isLive, restoredFrom } = useRestored(parts)
  const { submit, isBusy } = useSending(parts, send)
  const { errors, isSubmitted } = form.formState
  const problem = isBusy ? undefined : errors.root?.message
  const summary = useFocusedSummary(problem)
  const errorOf = (name: string) => {
    const message = isLive ? errors[name]?.message : refused?.errors[name]?.[0]
    return typeof message === 'string' ? message : undefined
  }
  const wrong = order
    .filter((name) => errorOf(name))
    .map((name) => ({ id: name, label: labels?.[name] ?? '' }))

  return {
    submit,
    form: {
      id,
      // Until the script has loaded, the browser itself validates required fields.
      noValidate: isLive,
      onSubmit: submit,
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name } = target as HTMLInputElement
        // An error of the server is shown until its field changes.
        if (errors[name]?.type === 'server') form.clearErrors(name)
        draft.saveSoon()
      },
    },
    draft,
    isLive,
    isBusy,
    field(name: string) {
      const control = form.register(name)
      return {
        name,
        label: labels?.[name] ?? '',
        value: shown[name],
        error: errorOf(name),
        control: {
          ...control,
          disabled: isBusy && !options.draft,
          onBlur: async (event: { target: unknown }) => afterRelease(() => control.onBlur(event)),
        },
      }
    },
    /** The current value of the field; the form is rendered again when it changes. */
    watch: (name: string): string => (isLive ? form.watch(name) : shown[name]) ?? '',
    /** The invalid fields, once the form was submitted. */
    wrong: isSubmitted || refused ? wrong : [],
    /** The error of the form as a whole. */
    problem,
    /** The element around `problem`, which takes the focus. */
    summary,
    /** When the restored draft was written (ISO 8601). */
    restoredFrom,
    /** Sets a field as if by typing. */
    put(name: string, value: string) {
      form.setValue(name, value, { shouldDirty: true })
      draft.saveSoon()
    },
    /** Sets a field to a value that is saved already: it does not count as typed. */
    reset: (name: string, saved: string) => form.resetField(name, { defaultValue: saved }),
    values: () => valuesOf(names),
    /** Whether the form differs from its initial values. */
    isDirty: () => form.formState.isDirty,
  }
}

interface Parts<Parsed extends FieldValues, Answer> {
  form: UseFormReturn<FieldValues, unknown, Parsed>
  /** The names of all fields, as they stand on the page. */
  order: string[]
  /** Of those with text. */
  names: string[]
  draft: ReturnType<typeof useStoredDraft>
  options: Options<Answer>
}

/** Brings back what was typed: in a draft, in a form that was posted, or before this script loaded. */
function useRestored<Parsed extends FieldValues, Answer>({
  form,
  names,
  draft,
  options,
}: Parts<Parsed, Answer>) {
  const { blank, id, refused, isFromPage, isSent } = options
  const shown = refused?.values ?? blank ?? {}
  // React and the form library both write initial values: text that was typed since is read before that.
  const [typed] = useState(() => (isFromPage && id ? typedBefore(id, names, shown) : {}))
  const [isLive, setLive] = useState(false)
  const [restoredFrom, setRestoredFrom] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it brings back what was there before, once.
  useLayoutEffect(() => {
    setLive(true)
    if (isSent) draft.clear()
    const stored = draft.load()
    const values = { ...(refused ? shown : stored?.values), ...typed }
    for (const [name, value] of Object.entries(values)) {
      if (names.includes(name)) form.setValue(name, value, { shouldDirty: true })
    }
    showErrors(form, refused?.errors ?? {})
    if (!refused) setRestoredFrom(stored?.savedAt)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the library gives its values from here on.
  useEffect(() => {
    if (refused) draft.save()
  }, [])
  return { isLive, restoredFrom }
}

/** Sends the form, once at a time, and shows what was wrong with it. */
function useSending<Parsed extends FieldValues, Answer>(
  { form, order, draft, options }: Parts<Parsed, Answer>,
  send: (values: Parsed, key: string) => Promise<Answer>,
) {
  const { id, isReady, onSent, messages } = options
  const [isWaiting, setWaiting] = useState(false)
  const [keyFor] = useState(submissionKeys)
  const isBusy = isWaiting || form.formState.isSubmitting
  const focusFirst = useFocusOfWrong(id, order, isBusy)

  const handleSubmit = form.handleSubmit(
    async (values) => {
      try {
        const answer = await send(values, keyFor(JSON.stringify(values)))
        draft.clear()
        onSent?.(answer)
      } catch (error) {
        await explain(error)
      }
    },
    async (wrong) => {
      focusFirst(wrong)
      if (wrong['terms'] && messages?.terms) await showToast(messages.terms)
    },
  )

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isBusy) return
    setWaiting(true)
    try {
      if ((await isReady?.()) !== false) await handleSubmit(event)
    } finally {
      setWaiting(false)
    }
  }

  async function explain(error: unknown) {
    if (options.draft && isSignedOut(error)) {
      draft.save()
      return signInAndReturn(formMessages.loggedOut)
    }
    const answer = error instanceof ApiError ? error : undefined
    const wrong = Object.entries(answer?.fields ?? {}).filter(([name]) => order.includes(name))
    showErrors(form, Object.fromEntries(wrong))
    if (wrong.length > 0) return focusFirst(Object.fromEntries(wrong))
    if (!messages) return form.setError('root', { message: answer?.sentence ?? noAnswer })
    console.warn(error)
    const sentence = answer && answer.status < 500 ? answer.sentence : undefined
    const message =
      typeof messages.failed === 'function' ? messages.failed(sentence) : messages.failed
    form.setError('root', { message: sentence ?? message.text ?? '' })
    return showToast(message)
  }

  return { submit, isBusy }
}

function showErrors({ setError }: Pick<UseFormReturn, 'setError'>, fields: FieldErrors) {
  for (const [name, [message = '']] of Object.entries(fields)) {
    setError(name, { type: 'server', message })
  }
}

/** Focuses the first of the fields; again once it is enabled and the box above has moved it. */
function useFocusOfWrong(id: string | undefined, order: string[], isBusy: boolean) {
  const toFocus = useRef<string>(undefined)
  useEffect(() => {
    if (isBusy || !toFocus.current) return
    focusField(elementOf(toFocus.current))
    toFocus.current = undefined
  })
  /** The field's element: the page may have several forms with a field of this name. */
  function elementOf(name: string): HTMLElement | null {
    const element =
      id && (document.getElementById(id) as HTMLFormElement | null)?.elements.namedItem(name)
    return element instanceof HTMLElement ? element : document.getElementById(name)
  }
  return (wrong: object) => {
    toFocus.current = order.find((name) => name in wrong)
    if (toFocus.current) focusField(elementOf(toFocus.current))
  }
}

function useFocusedSummary(problem: string | undefined) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) summary.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [problem])
  return summary
}

/** A draft, stored on this device shortly after the last key and before the page unloads. */
function useStoredDraft(kept: Options<never>['draft'], changed: () => Record<string, string>) {
  const [store] = useState(() => draftStore(kept?.key ?? '', kept?.over))
  const stored = useStore(store.$draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const save = () => {
    stop()
    return kept !== undefined && store.save(changed())
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what they read does not change.
  useEffect(() => {
    const flush = () => timer.current && save()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [])

  return {
    /** The draft that was stored before. */
    load: () => (kept ? store.load() : undefined),
    /** Returns whether storage accepted it. */
    save,
    saveSoon() {
      stop()
      timer.current = setTimeout(save, saveAfterMs)
    },
    clear() {
      stop()
      if (kept) store.clear()
    },
    /** When the current values were last stored (ISO 8601). */
    savedAt: stored?.savedAt,
  }
}

async function showToast(message: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(message)
}

/** Values that were typed into the server's form before script arrived, by field name. */
function typedBefore(formId: string, names: string[], shown: Record<string, string>) {
  // On the server there is no document.
  if (typeof document === 'undefined') return {}
  const fields = (document.getElementById(formId) as HTMLFormElement | null)?.elements
  const typed: Record<string, string> = {}
  for (const name of names) {
    const field = fields?.namedItem(name)
    if (!field || !('value' in field)) continue
    const isUnticked =
      field instanceof HTMLInputElement && field.type === 'checkbox' && !field.checked
    const value = isUnticked ? '' : field.value
    if (value !== (shown[name] ?? '')) typed[name] = value
  }
  return typed
}

/** Delays work while a finger or a mouse button is down: an error that appears would push the button away. */
function useAfterRelease() {
  const isDown = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const track = (event: Event) => {
      isDown.current = event.type === 'pointerdown'
    }
    for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
      addEventListener(name, track, { capture: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])

  return (work: () => void) => {
    if (!isDown.current) return work()
    const stop = new AbortController()
    // This comes after the click that follows the release.
    const later = () => {
      stop.abort()
      setTimeout(work)
    }
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, later, { signal: stop.signal })
    }
  }
}
