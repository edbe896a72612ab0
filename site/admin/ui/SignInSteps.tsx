import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { call } from '#site/lib/call.ts'
import { noAnswer } from '#site/lib/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { SubmitButton } from '#site/ui/SubmitButton.tsx'
import { type Asked, SecondStep } from './SecondStep.tsx'
import { type SignIn, secondStepOf, signInSchema } from './sign-in-form.ts'

const names = ['username', 'password'] as const

interface Props {
  /** The words of the button. */
  label: string
  /** The form stays busy until it resolves. */
  onToken(token: string): Promise<void>
  /** Stands below username and password. */
  children?: ReactNode
}

/** Username and password, and the second step where there is one. */
export function SignInSteps({ label, onToken, children }: Props) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm<SignIn>({
    resolver: zodResolver(signInSchema),
  })
  const { errors, isSubmitting } = formState
  const summary = useRef<HTMLDivElement>(null)
  const [isLive, setLive] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const problem = isSubmitting ? undefined : errors.root?.message

  useEffect(() => setLive(true), [])
  useEffect(() => {
    if (problem) summary.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [problem])

  const submit = handleSubmit(async (values) => {
    try {
      await onToken(tokenOf(await call('POST /admin/login', values)))
    } catch (error) {
      const next = secondStepOf(error)
      if (next) return setAsked(next)
      void showToast(messageOf(error))
      const { fields = {}, sentence = noAnswer } = error instanceof ApiError ? error : {}
      const wrong = names.filter((name) => fields[name]?.[0])
      for (const name of wrong) setError(name, { message: fields[name]?.[0] ?? '' })
      if (wrong[0]) setFocus(wrong[0])
      else setError('root', { message: sentence })
    }
  })
  const field = (name: (typeof names)[number]) => ({
    name,
    error: errors[name]?.message,
    control: { ...register(name), disabled: isSubmitting },
  })

  if (asked) {
    return <SecondStep asked={asked} onToken={onToken} onRestart={() => setAsked(undefined)} />
  }
  return (
    <>
      <div ref={summary}>
        {problem && (
          <div className="mb-20">
            <ErrorSummary fields={[]}>
              <p>{problem}</p>
            </ErrorSummary>
          </div>
        )}
      </div>
      {/* Until its script has come it goes nowhere: no password may end up in an address. Both fields are needed: marking each of them says nothing. */}
      <form
        method="dialog"
        noValidate
        className="grid gap-20 [&_label_b]:hidden"
        onSubmit={submit}
        aria-busy={isSubmitting || undefined}
      >
        <Field {...field('username')} label="Username" autoComplete="username" />
        <Field
          {...field('password')}
          label="Password"
          kind="password"
          autoComplete="current-password"
        />
        <SubmitButton
          label={label}
          busyLabel="Signing In..."
          isBusy={isSubmitting}
          isDisabled={!isLive}
        />
      </form>
      {children}
    </>
  )
}

/** What came may be no answer of ours: a proxy's, or of another version. */
function tokenOf({ success, token }: Partial<OutputOf<'POST /admin/login'>>): string {
  if (success && token) return token
  throw new ApiError(401, adminMessages.loginFailed.text)
}

/** Wrong words have the specification's sentence; too many of them, the server's own. */
function messageOf(error: unknown) {
  const isRejected = error instanceof ApiError && error.status < 500
  if (!isRejected) return adminMessages.loginError
  return { ...adminMessages.loginFailed, text: error.sentence }
}
