import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import type { FormState } from '#contract/form-state.ts'
import { formMessages } from '#site/messages/form-messages.ts'
import type { Message } from '#site/messages/messages.ts'
import { focusField } from './focus-field.ts'
import { isSignedOut, signInAndReturn } from './sign-in-and-return.ts'
import { submissionKeys } from './submission-keys.ts'
import { useAfterRelease } from './use-after-release.ts'
import { useStoredDraft } from './use-stored-draft.ts'

interface Options<Parsed, Answer> {
  /** The form's element id. */
  id: string
  /** The contract's schema, with the box to agree to where there is one. */
  schema: z.ZodMiniType<Parsed, FieldValues>
  /** The label of every field by its name, in the page's order. The box to agree to is called `terms`. */
  labels: Record<string, string>
  /** What the fields hold before anybody typed; the draft is what differs from it. */
  blank: Record<string, string>
  /** What the server answered to a form that was posted without script. */
  refused: FormState | undefined
  draftKey: string
  /** The version of the text that is being changed; undefined for a new one. */
  draftOver: string | undefined
  /** The form came with the page: somebody may have typed before this script arrived. */
  isFromPage: boolean
  /** What was typed has been sent: the draft is no longer needed. */
  isSent: boolean
  /** Resolves when all that goes along is there; to false when the form cannot be sent yet. */
  isReady?(): Promise<boolean>
  /** A repeat with the same key does nothing twice. */
  send(values: Parsed, key: string): Promise<Answer>
  onSent(answer: Answer): void
  /** The toasts when the box is not ticked, and when sending failed; the latter may repeat the server's sentence. */
  messages: { terms?: Message; failed: Message | ((sentence: string | undefined) => Message) }
}

/**
 * A form that loses nothing: what was typed before script arrived stays, what is typed is stored on the device, a
 * refused form still has it all. Fields are checked when they are left and when the form is sent.
 */
export function useDraftForm<Parsed, Answer>({
  id,
  schema,
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
  messages,
}: Options<Parsed, Answer>) {
  const names = Object.keys(labels).filter((name) => name !== 'terms')
  const shown = refused?.values ?? blank
  // React and the form library both write first values: what was typed since is read before that.
  const [typed] = useState(() => (isFromPage ? typedBefore(id, names, shown) : {}))
  const [isLive, setLive] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [keyFor] = useState(submissionKeys)
  const [restoredFrom, setRestoredFrom] = useState<string>()
  const afterRelease = useAfterRelease()
  const form = useForm<FieldValues, unknown, Parsed>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: Object.fromEntries(names.map((name) => [name, blank[name] ?? ''])),
  })
  const { errors, isSubmitting, isSubmitted, submitCount } = form.formState
  const isBusy = isWaiting || isSubmitting
  const draft = useStoredDraft(draftKey, draftOver, () =>
    Object.fromEntries(
      names
        .filter((name) => form.getFieldState(name).isDirty)
        .map((name) => [name, form.getValues(name)]),
    ),
  )

  const put = (name: string, value: string) => form.setValue(name, value, { shouldDirty: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: it brings back what was there before, once.
  useLayoutEffect(() => {
    setLive(true)
    if (isSent) draft.clear()
    const stored = draft.load()
    for (const [name, value] of Object.entries({
      ...(refused ? shown : stored?.values),
      ...typed,
    })) {
      if (names.includes(name)) put(name, value)
    }
    for (const [name, [message = '']] of Object.entries(refused?.errors ?? {})) {
      form.setError(name, { type: 'server', message })
    }
    if (!refused) setRestoredFrom(stored?.savedAt)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the library gives its values from here on.
  useEffect(() => {
    if (refused) draft.save()
  }, [])

  // Once more when the box above the fields is there: it moves them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only sending moves the focus, not mending.
  useEffect(() => {
    if (submitCount > 0) focusFirst(errors)
  }, [submitCount])

  const submit = form.handleSubmit(
    async (values) => {
      try {
        const answer = await send(values, keyFor(JSON.stringify(values)))
        draft.clear()
        onSent(answer)
      } catch (error) {
        await explain(error)
      }
    },
    async (errors) => {
      const { terms } = errors
      focusFirst(errors)
      if (terms && messages.terms) await showToast(messages.terms)
    },
  )

  function focusFirst(wrong: object) {
    const first = Object.keys(labels).find((name) => name in wrong)
    if (first) focusField(document.getElementById(first))
  }

  async function explain(error: unknown) {
    if (isSignedOut(error)) {
      draft.save()
      return signInAndReturn(formMessages.loggedOut)
    }
    const fields = (error instanceof ApiError && error.fields) || {}
    const wrong = Object.keys(labels).filter((name) => fields[name])
    for (const name of wrong) {
      const message = fields[name]?.[0] ?? ''
      form.setError(name, { type: 'server', message })
    }
    if (wrong.length > 0) return focusFirst(fields)
    console.warn(error)
    const sentence = error instanceof ApiError && error.status < 500 ? error.sentence : undefined
    const message =
      typeof messages.failed === 'function' ? messages.failed(sentence) : messages.failed
    form.setError('root', { message: sentence ?? message.text ?? '' })
    return showToast(message)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setWaiting(true)
    try {
      if ((await isReady?.()) !== false) await submit(event)
    } finally {
      setWaiting(false)
    }
  }

  const errorOf = (name: string) => {
    const message = isLive ? errors[name]?.message : refused?.errors[name]?.[0]
    return typeof message === 'string' ? message : undefined
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
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name } = target as HTMLInputElement
        // What the server found stands until it is changed.
        if (errors[name]?.type === 'server') form.clearErrors(name)
        draft.saveSoon()
      },
    },
    draft,
    isLive,
    isBusy,
    /** What a field with this name takes. */
    field(name: string) {
      const control = form.register(name)
      return {
        name,
        label: labels[name] ?? '',
        value: shown[name],
        error: errorOf(name),
        control: {
          ...control,
          onBlur: async (event: { target: unknown }) => afterRelease(() => control.onBlur(event)),
        },
      }
    },
    /** What stands in the field now; the form is drawn again when it changes. */
    watch: (name: string): string => (isLive ? form.watch(name) : shown[name]) ?? '',
    /** The fields to fix, once somebody has tried to send the form. */
    wrong: isSubmitted || refused ? wrong : [],
    /** What went wrong as a whole. */
    problem: isBusy ? undefined : errors.root?.message,
    /** When what came back was written (ISO 8601). */
    restoredFrom,
    /** Sets a field as if it had been typed. */
    put(name: string, value: string) {
      put(name, value)
      draft.saveSoon()
    },
    /** Sets a field to what is saved already: it no longer counts as typed. */
    reset: (name: string, saved: string) => form.resetField(name, { defaultValue: saved }),
    /** What stands in all fields. */
    values: (): Record<string, string> =>
      Object.fromEntries(names.map((name) => [name, form.getValues(name)])),
    /** Whether something stands in the form that was not there before anybody typed. */
    isDirty: () => form.formState.isDirty,
  }
}

async function showToast(message: Message) {
  const { showToast } = await import('#site/ui/toast.ts')
  showToast(message)
}

/** What was typed into the server's form before script arrived, by field name. */
function typedBefore(formId: string, names: string[], shown: Record<string, string>) {
  // Drawn on the server, there is no document yet.
  if (typeof document === 'undefined') return {}
  const fields = (document.getElementById(formId) as HTMLFormElement | null)?.elements
  const typed: Record<string, string> = {}
  for (const name of names) {
    const field = fields?.namedItem(name)
    if (field && 'value' in field && field.value !== (shown[name] ?? '')) typed[name] = field.value
  }
  return typed
}
