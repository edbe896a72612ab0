import { useEffect, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { call } from '#site/lib/call.ts'
import { noAnswer } from '#site/lib/check-form.ts'

const kinds = {
  endSession: {
    address: 'POST /admin/sessions/end',
    label: 'End that session',
    done: 'That session has ended. If it was not you, choose a new password now.',
    next: { label: 'Choose a new password', path: adminPaths.forgot },
  },
  linkReader: {
    address: 'POST /admin/people/link',
    label: 'Yes, link my account',
    done: 'Your account is linked.',
    next: { label: 'To the sign-in of the admin pages', path: adminPaths.login() },
  },
} as const

/** Why an island? A link in a mail must do nothing until somebody presses: programs open links, too. */
export function MailedLink({ kind }: { kind: keyof typeof kinds }) {
  const { address, label, done, next } = kinds[kind]
  const [state, setState] = useState<'loading' | 'open' | 'busy' | 'done'>('loading')
  const [problem, setProblem] = useState<string>()
  useEffect(() => setState('open'), [])
  const press = async () => {
    setState('busy')
    setProblem(undefined)
    try {
      await call(address, { token: new URLSearchParams(location.search).get('token') ?? '' })
      setState('done')
    } catch (error) {
      setProblem(error instanceof ApiError ? error.sentence : noAnswer)
      setState('open')
    }
  }
  return (
    <div className="grid justify-items-start gap-20">
      <FormProblem problem={problem} />
      <p role="status" className="empty:absolute">
        {state === 'done' && done}
      </p>
      {state === 'done' ? (
        <a className={linkClass} href={next.path}>
          {next.label}
        </a>
      ) : (
        <button
          type="button"
          className="btn"
          disabled={state === 'loading'}
          aria-busy={state === 'busy' || undefined}
          onClick={() => state === 'open' && press()}
        >
          {label}
        </button>
      )}
    </div>
  )
}
