import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { publisherSignIn } from '#contract/endpoints/admin-sign-in.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { flushToasts, queueToast, showToast } from '#site/lib/admin/queue-toast.ts'
import { storedToken, storeToken } from '#site/lib/admin/token.ts'
import { call } from '#site/lib/call.ts'
import { noAnswer } from '#site/lib/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/ErrorSummary.tsx'
import { Field } from '#site/ui/Field.tsx'
import { SubmitButton } from '#site/ui/SubmitButton.tsx'

type Values = z.output<typeof publisherSignIn>
const names = ['username', 'password'] as const

/** Why an island? The token that the server answers with is kept by script; the admin pages load React anyway. */
export function PublisherSignInForm() {
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Values>({
    resolver: zodResolver(publisherSignIn),
  })
  const { errors, isSubmitting } = formState
  const summary = useRef<HTMLDivElement>(null)
  const [isLive, setLive] = useState(false)
  const problem = isSubmitting ? undefined : errors.root?.message

  useEffect(() => {
    setLive(true)
    // Only that there is a token is known: if it works no more, the dashboard leads back here without it.
    if (storedToken()) location.replace(adminPaths.dashboard)
    else flushToasts()
  }, [])
  useEffect(() => {
    if (problem) summary.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [problem])

  const submit = handleSubmit(async (values) => {
    try {
      storeToken(tokenOf(await call('POST /admin/login', values)))
      queueToast(adminMessages.loginSuccessful)
      location.replace(wayBack())
      // The form stays busy until the page has gone.
      await new Promise(() => {})
    } catch (error) {
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
          label="Access Dashboard"
          busyLabel="Signing In..."
          isBusy={isSubmitting}
          isDisabled={!isLive}
        />
      </form>
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

/** The admin page that the publisher came from; nowhere else, whatever the address says (threats 26). */
function wayBack(): string {
  const asked = new URLSearchParams(location.search).get('returnTo') ?? ''
  return /^\/admin\/(?!login)[\w\-/]+(\?[\w\-=&%.+]*)?$/.test(asked) ? asked : adminPaths.dashboard
}
