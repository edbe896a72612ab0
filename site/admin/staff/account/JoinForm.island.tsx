import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { named } from '#contract/endpoints/fields.ts'
import { staffPassword } from '#contract/endpoints/staff/sign-in.ts'
import { staffNameLength, staffPasswordMin } from '#contract/form-limits.ts'
import { roleTexts } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { enterAdmin } from '#site/admin/staff/sign-in/enter-admin.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { call } from '#site/lib/call.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

type Opened = OutputOf<'POST /admin/join/open'>

const tokenOf = () => new URLSearchParams(location.search).get('token') ?? ''

/** Why an island? The link is checked by script, so that a program that opens it does not use it up. */
export function JoinForm() {
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState<string>()
  const [password, setPassword] = useState<string>()
  const [joined, setJoined] = useState<OutputOf<'POST /admin/join'>>()
  useEffect(() => {
    if (!tokenOf()) return setProblem('This link is not complete. Please open it from the mail.')
    call('POST /admin/join/open', { token: tokenOf() }).then(setOpened, (error: unknown) =>
      setProblem(error instanceof ApiError ? error.sentence : noAnswer),
    )
  }, [])

  if (problem) {
    return (
      <div className="grid gap-16">
        <FormProblem problem={problem} />
        <p>Ask whoever sent it for a new one, or sign in if you have used it already.</p>
        <SignInLink />
      </div>
    )
  }
  if (!opened) return <p aria-busy="true">Looking up your link...</p>
  if (joined) {
    const { recoveryCodes, token } = joined
    return (
      <div className="grid gap-20">
        {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} />}
        {token ? (
          <button
            type="button"
            className="btn justify-self-start"
            onClick={() => enterAdmin(token, staffPaths.dashboard)}
          >
            Continue to the dashboard
          </button>
        ) : (
          <>
            <p role="status">Done. You can sign in now.</p>
            <SignInLink />
          </>
        )}
      </div>
    )
  }

  const { purpose, needsSecondStep, arePasskeysOffered } = opened
  const entrance = purpose === 'begin' ? staffPaths.firstSteps : staffPaths.dashboard
  const join = async (rest: Omit<InputOf<'POST /admin/join'>, 'token'>) => {
    const answer = await call('POST /admin/join', { token: tokenOf(), ...rest })
    // Codes are shown only now; without any, nothing is left to read here.
    if (answer.token && answer.recoveryCodes.length === 0) {
      await enterAdmin(answer.token, entrance)
    }
    setJoined(answer)
  }
  if (purpose !== 'second-step' && password === undefined) {
    return (
      <>
        <Greeting opened={opened} />
        <ChoosePassword
          email={opened.email ?? opened.name}
          label={needsSecondStep ? 'Next' : purpose === 'begin' ? 'Begin' : 'Save the password'}
          hasName={purpose === 'begin'}
          save={async (chosen) => {
            if (needsSecondStep) setPassword(chosen.password)
            else await join(chosen)
          }}
        />
      </>
    )
  }
  return (
    <section className="grid gap-16" aria-labelledby="set-up">
      <FocusedHeading id="set-up">Two-step sign-in</FocusedHeading>
      <p>As {roleTexts[opened.role].label} you confirm each sign-in in a second step.</p>
      <SetUp
        arePasskeysOffered={arePasskeysOffered}
        begin={(kind) => call('POST /admin/join/second-step', { token: tokenOf(), kind })}
        finish={(proof) => join({ ...(password !== undefined && { password }), ...proof })}
      />
    </section>
  )
}

function Greeting({ opened: { purpose, name, email, role } }: { opened: Opened }) {
  const { label, sentence } = roleTexts[role]
  return (
    <p className="mb-20">
      {purpose === 'begin' ? (
        'Choose the name and the password that you sign in with. The magazine is yours then.'
      ) : purpose === 'join' ? (
        <>
          Welcome, {name}. Your role: <b>{label}</b>. {sentence} You sign in with{' '}
          <b className="[overflow-wrap:anywhere]">{email}</b> and the password that you choose now.
        </>
      ) : (
        <>Hello {name}, choose a new password. You are signed out everywhere then.</>
      )}
    </p>
  )
}

const schema = z.object({ password: staffPassword })
const schemaWithName = z.object({
  username: named('Name', 2, staffNameLength.max),
  password: staffPassword,
})

interface PasswordProps {
  /** For password managers. */
  email: string
  label: string
  /** The owner chooses the name, too. */
  hasName: boolean
  save(chosen: { username?: string; password: string }): Promise<void>
}

function ChoosePassword({ email, label, hasName, save }: PasswordProps) {
  const { submit, field, isBusy, problem, summary } = useSubmit(
    hasName ? schemaWithName : schema,
    save,
  )
  return (
    <form method="dialog" noValidate className="grid gap-20 [&_label_b]:hidden" onSubmit={submit}>
      <FormProblem problem={problem} summary={summary} />
      {hasName ? (
        <Field {...field('username')} label="Name to sign in with" autoComplete="username" />
      ) : (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <Field
        {...field('password')}
        label="New password"
        kind="password"
        autoComplete="new-password"
        hint={`At least ${staffPasswordMin} characters. Four words that do not belong together are a good one.`}
      />
      <SubmitButton label={label} busyLabel="Saving..." isBusy={isBusy} />
    </form>
  )
}

function SignInLink() {
  return (
    <a className="btn justify-self-start" href={staffPaths.login()}>
      To the sign-in
    </a>
  )
}
