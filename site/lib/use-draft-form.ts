import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { FormState } from '#contract/form-state.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { draftStore } from './draft.store.ts'
import { isSignedOut, signInAndReturn } from './sign-in-and-return.ts'

/** How long after the last key the draft is kept. */
const keepAfterMs = 400

interface Options<Values extends FieldValues, Parsed, Answer> {
  /** The form's element id. */
  id: string
  /** The contract's schema and the box to agree to, as the form library takes them. */
  resolver: Resolver<Values, unknown, Parsed>
  /** The label of every field by its name, in the page's order. The box to agree to is called `terms`. */
  labels: Record<string, string>
  /** What the fields hold before anybody typed; the draft keeps what differs from it. */
  blank: Record<string, string>
  /** What the server said to a form that was posted without script. */
  refused: FormState | undefined
  draftKey: string
  /** The version of the text that is being changed; undefined for a new one. */
  draftOver: string | undefined
  /** The form came with the page: somebody may have typed before this script arrived. */
  isFromPage: boolean
  /** What was typed has been sent: the draft has done its work. */
  isSent: boolean
  /** Resolves when all that goes along is there; to false when the form cannot be sent yet. */
  isReady?(): Promise<boolean>
  /** A repeat with the same key does nothing twice. */
  send(values: Parsed, key: string): Promise<Answer>
  onSent(answer: Answer): void
  /** What is said when the box is not ticked, and when sending failed; the latter may repeat what the server said. */
  messages: { terms?: Message; failed: Message | ((said: string | undefined) => Message) }
}

/**
 * A form whose words are not lost: what was typed before script arrived stays, what is typed is kept on the
 * device, a refused form still has it all, and a second press does nothing twice. Fields are checked when they
 * are left and when the form is sent, by the rules of the contract.
 */
export function useDraftForm<Values extends FieldValues, Parsed, Answer>({
  id,
  resolver,
  labels,
  blank,
  refused,
  draftKey,
  draftOver,
  isFromPage,
  isSent,
  isReady,
  send,
  onSent,
  messages: { terms, failed },
}: Options<Values, Parsed, Answer>) {
  const names = Object.keys(labels).filter((name) => name !== 'terms')
  const shown = refused?.values ?? blank
  const { register, handleSubmit, setValue, formState } = useForm<Values, unknown, Parsed>({
    resolver,
    mode: 'onTouched',
  })
  const [isLive, setLive] = useState(false)
  const [key] = useState(newKey)
  const [draft] = useState(() => draftStore(draftKey, draftOver))
  const kept = useStore(draft.$draft)
  const [restoredFrom, setRestoredFrom] = useState<string>()
  /** What the server said of single fields; it stands until they change. */
  const [told, setTold] = useState<FieldErrors>(refused?.errors ?? {})
  const isToldNow = useRef(false)
  const [problem, setProblem] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  const [isSending, setSending] = useState(false)
  const afterPress = useAfterPress()
  // React gives a textarea that came with text its first text back: what was typed since is read before that.
  const [typed] = useState(() => (isFromPage ? changedFields(id, names, shown) : {}))

  const put = (name: string, value: string) =>
    setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)

  const keepNow = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    return draft.save(changedFields(id, names, blank))
  }
  const keepSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(keepNow, keepAfterMs)
  }
  const forget = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    draft.clear()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it brings back what was there before, once.
  useLayoutEffect(() => {
    setLive(true)
    if (isSent) draft.clear()
    const before = draft.load()
    const values = { ...(refused ? {} : before?.values), ...typed }
    for (const name of names) {
      const value = values[name]
      if (value !== undefined) put(name, value)
    }
    if (refused) keepNow()
    else setRestoredFrom(before?.savedAt)
    const flush = () => timer.current && keepNow()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [])

  useEffect(() => {
    if (!isToldNow.current) return
    isToldNow.current = false
    const first = Object.keys(labels).find((name) => told[name])
    if (first) document.getElementById(first)?.focus()
  }, [told, labels])

  const submit = handleSubmit(
    async (values) => {
      try {
        const answer = await send(values, key)
        forget()
        onSent(answer)
      } catch (error) {
        await explain(error)
      }
    },
    async (errors) => {
      if (terms && errors['terms']) await showToast(terms)
    },
  )

  async function explain(error: unknown) {
    if (isSignedOut(error)) {
      keepNow()
      return signInAndReturn(formMessages.loggedOut)
    }
    const wrong = error instanceof ApiError ? (error.fields ?? {}) : {}
    if (Object.keys(labels).some((name) => wrong[name])) {
      isToldNow.current = true
      return setTold(wrong)
    }
    console.warn(error)
    const said = error instanceof ApiError && error.status < 500 ? error.sentence : undefined
    const notice = typeof failed === 'function' ? failed(said) : failed
    setProblem(said ?? notice.text)
    return showToast(notice)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPressed.current) return
    isPressed.current = true
    setSending(true)
    setTold({})
    setProblem(undefined)
    try {
      if ((await isReady?.()) !== false) await submit(event)
    } finally {
      isPressed.current = false
      setSending(false)
    }
  }

  const errorOf = (name: string): string | undefined => {
    const message = formState.errors[name]?.message
    return typeof message === 'string' ? message : told[name]?.[0]
  }
  const wrong = Object.entries(labels)
    .filter(([name]) => errorOf(name))
    .map(([name, label]) => ({ id: name, label }))

  return {
    /** For the form element. */
    form: {
      id,
      // Until script has come, the browser itself sees to what is required.
      noValidate: isLive,
      onSubmit,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        if (told[name]) setTold(({ [name]: _, ...rest }) => rest)
        keepSoon()
      },
    },
    key,
    isLive,
    isSending,
    /** What a field with this name takes. */
    field(name: string) {
      const control = register(name as Path<Values>)
      return {
        name,
        label: labels[name] ?? '',
        value: shown[name],
        error: errorOf(name),
        control: {
          ...control,
          // A message that appears under a press would push the button away from it.
          onBlur: async (event: unknown) => afterPress(() => control.onBlur(event as never)),
        },
      }
    },
    /** The fields to fix, once somebody has tried to send the form. */
    wrong: formState.isSubmitted || refused ? wrong : [],
    /** What went wrong as a whole. */
    problem,
    /** When what came back was written (ISO 8601). */
    restoredFrom,
    /** When what stands here was last kept (ISO 8601). */
    keptAt: kept?.savedAt,
    /** Sets a field as if it had been typed. */
    put(name: string, value: string) {
      put(name, value)
      keepSoon()
    },
    /** Whether something stands in the form that was not there before anybody typed. */
    isChanged: () => Object.keys(changedFields(id, names, blank)).length > 0,
    keepNow,
    forget,
  }
}

async function showToast(notice: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(notice)
}

/** What stands in the form now and differs from `before`, by field name. */
function changedFields(formId: string, names: string[], before: Record<string, string>) {
  // Drawn on the server, there is no document yet.
  if (typeof document === 'undefined') return {}
  const fields = (document.getElementById(formId) as HTMLFormElement | null)?.elements
  const changed: Record<string, string> = {}
  for (const name of names) {
    const field = fields?.namedItem(name)
    if (field && 'value' in field && field.value !== (before[name] ?? ''))
      changed[name] = field.value
  }
  return changed
}

/** Puts work off while a finger or a mouse button is down. */
function useAfterPress() {
  const isDown = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const note = (event: Event) => {
      isDown.current = event.type === 'pointerdown'
    }
    for (const name of ['pointerdown', 'pointerup', 'pointercancel']) {
      addEventListener(name, note, { capture: true, signal: stop.signal })
    }
    return () => stop.abort()
  }, [])

  return (work: () => void) => {
    if (!isDown.current) return work()
    const stop = new AbortController()
    // After the click that follows the release.
    const later = () => {
      stop.abort()
      setTimeout(work)
    }
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, later, { signal: stop.signal })
    }
  }
}

/** For `Idempotency-Key`. (`crypto.randomUUID` is missing where the site is looked at without TLS.) */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
