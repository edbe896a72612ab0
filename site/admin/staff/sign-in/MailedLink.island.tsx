import { useState } from 'react'
import { fromSteps } from '#contract/settings/first-steps.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { pressSchema } from '#site/admin/lib/sign-in.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { call } from '#site/lib/call.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'

const kinds = {
  endSession: {
    address: 'POST /admin/sessions/end',
    label: 'End that session',
    done: 'That session has ended. If it was not you, choose a new password now.',
    next: { label: 'Choose a new password', path: staffPaths.forgot },
  },
  notMe: {
    address: 'POST /admin/business/not-me',
    label: 'Take it back',
    done: 'The change is taken back, and every session has ended. Choose a new password now.',
    next: { label: 'Choose a new password', path: staffPaths.forgot },
  },
  mailArrived: {
    address: 'POST /admin/business/mail/arrived',
    label: 'It arrived',
    done: 'Good: your mails arrive.',
    next: { label: 'Back to Mail', path: fromSteps(staffPaths.mailDomain) },
  },
  linkReader: {
    address: 'POST /admin/people/link',
    label: 'Yes, link my account',
    done: 'Your account is linked.',
    next: { label: 'To the sign-in of the admin pages', path: staffPaths.login() },
  },
} as const

/** Why an island? A mailed link must do nothing before a click: programs open links, too. */
export function MailedLink({ kind }: { kind: keyof typeof kinds }) {
  const { address, label, done, next } = kinds[kind]
  const [isDone, setDone] = useState(false)
  const { submit, isLive, isBusy, problem } = useSubmit(pressSchema, async () => {
    await call(address, { token: new URLSearchParams(location.search).get('token') ?? '' })
    setDone(true)
  })
  return (
    <div className="grid justify-items-start gap-20">
      <FormProblem problem={problem} />
      <p role="status" className="empty:absolute">
        {isDone && done}
      </p>
      {isDone ? (
        <Link href={next.path} label={next.label} />
      ) : (
        <button
          type="button"
          className="btn"
          disabled={!isLive}
          aria-busy={isBusy || undefined}
          onClick={() => submit()}
        >
          {label}
        </button>
      )}
    </div>
  )
}
