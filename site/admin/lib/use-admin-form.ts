import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { noAnswer } from '#site/lib/check-form.ts'

/**
 * A small form of text fields, checked by the contract's own schema when it is sent. What is wrong stands at its field,
 * else in `problem`, and takes the focus.
 */
export function useAdminForm<S extends z.ZodMiniObject>(
  schema: S,
  send: (values: z.output<S>) => Promise<unknown>,
) {
  const { register, getValues, setError, clearErrors, setFocus, reset, formState } =
    useForm<Record<string, string>>()
  const { errors } = formState
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) summary.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [problem])

  const show = (fields: Record<string, string | undefined>, sentence: string) => {
    const wrong = Object.keys(schema.def.shape).filter((name) => fields[name])
    for (const name of wrong) setError(name, { message: fields[name] ?? '' })
    const [first] = wrong
    // A field that waits cannot take the focus.
    if (first) setTimeout(() => setFocus(first))
    else setProblem(sentence)
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    clearErrors()
    setProblem(undefined)
    const parsed = schema.safeParse(getValues())
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
      return show(Object.fromEntries(found.reverse()), 'Please check what you typed.')
    }
    setBusy(true)
    try {
      await send(parsed.data)
    } catch (error) {
      const { fields = {}, sentence = noAnswer } = error instanceof ApiError ? error : {}
      const firsts = Object.entries(fields).map(([name, messages]) => [name, messages[0]])
      show(Object.fromEntries(firsts), sentence)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof z.output<S> & string) => ({
    name,
    error: errors[name]?.message,
    control: { ...register(name), disabled: isBusy },
  })
  return { submit, field, isBusy, problem, summary, reset }
}
