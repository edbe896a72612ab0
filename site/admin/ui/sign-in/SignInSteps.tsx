import { type ReactNode, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { publisherSignIn } from '#contract/endpoints/staff/sign-in.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { type SecondStepAsked, secondStepOf } from '#site/admin/lib/sign-in.ts'
import { call } from '#site/lib/call.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'
import { SecondStep } from './SecondStep.tsx'

interface Props {
  label: string
  /** The form stays busy until it resolves. */
  onToken(token: string): Promise<void>
  children?: ReactNode
}

/** Username and password, and the second step where there is one. */
export function SignInSteps({ label, onToken, children }: Props) {
  const [asked, setAsked] = useState<SecondStepAsked>()
  const { submit, field, isLive, isBusy, problem, summary } = useSubmit(
    publisherSignIn,
    async (values) => {
      try {
        await onToken(tokenOf(await call('POST /admin/login', values)))
      } catch (error) {
        const next = secondStepOf(error)
        if (next) return setAsked(next)
        void showToast(messageOf(error))
        throw error
      }
    },
  )
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
      {/* Until hydration it submits nowhere: a password must not get into an address. All fields are required. */}
      <form
        method="dialog"
        noValidate
        className="grid gap-20 [&_label_b]:hidden"
        onSubmit={submit}
        aria-busy={isBusy || undefined}
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
          isBusy={isBusy}
          isDisabled={!isLive}
        />
      </form>
      {children}
    </>
  )
}

/** The body may not be our API's, but a proxy's or another version's. */
function tokenOf({ success, token }: Partial<OutputOf<'POST /admin/login'>>): string {
  if (success && token) return token
  throw new ApiError(401, adminMessages.loginFailed.text)
}

/** A wrong password has the specification's sentence; too many attempts have the server's. */
function messageOf(error: unknown) {
  const isRejected = error instanceof ApiError && error.status < 500
  if (!isRejected) return adminMessages.loginError
  return { ...adminMessages.loginFailed, text: error.sentence }
}
