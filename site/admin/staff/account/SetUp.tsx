import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { type ComponentType, useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { codeSchema, pressSchema } from '#site/admin/lib/sign-in.ts'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'

type Kind = InputOf<'POST /admin/account/second-step'>['kind']
type Enrolment = OutputOf<'POST /admin/account/second-step'>
export type EnrolmentProof = InputOf<'POST /admin/account/second-step/confirm'>

interface Props {
  arePasskeysOffered: boolean
  begin(kind: Kind): Promise<Enrolment>
  finish(proof: EnrolmentProof): Promise<unknown>
}

/** Sets up a passkey or an authenticator app. */
export function SetUp({ arePasskeysOffered, begin, finish }: Props) {
  const [app, setApp] = useState<Enrolment>()
  const passkey = useSubmit(pressSchema, async () => {
    const { attempt, passkey: options } = await begin('passkey')
    const { startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const made = await startRegistration({ optionsJSON })
    await finish({
      attempt,
      passkey: { ...made, response: { ...made.response } },
      name: deviceName(),
    })
  })
  const authenticator = useSubmit(pressSchema, async () => setApp(await begin('authenticator')))
  if (app?.authenticator) {
    return <AppCode {...app.authenticator} attempt={app.attempt} finish={finish} />
  }
  const problem = passkey.problem ?? authenticator.problem
  return (
    <div className="grid gap-16">
      <FormProblem problem={problem} summary={passkey.summary} />
      {arePasskeysOffered && (
        <p>
          A passkey is kept by your phone or computer and opened with a fingerprint, your face or a
          PIN.
        </p>
      )}
      <p>
        An authenticator app, such as Google Authenticator or Aegis, shows six digits that change
        every half a minute.
      </p>
      <div className={actionsClass}>
        {arePasskeysOffered && (
          <button
            type="button"
            className="btn"
            aria-busy={passkey.isBusy || undefined}
            onClick={() => passkey.submit()}
          >
            {passkey.isBusy ? 'Waiting...' : 'Set up a passkey'}
          </button>
        )}
        <button
          type="button"
          className={arePasskeysOffered ? outlineClass : 'btn'}
          aria-busy={authenticator.isBusy || undefined}
          onClick={() => authenticator.submit()}
        >
          Set up an app
        </button>
      </div>
    </div>
  )
}

interface AppProps extends Pick<Props, 'finish'> {
  attempt: string
  secret: string
  uri: string
}

function AppCode({ attempt, secret, uri, finish }: AppProps) {
  const { submit, field, isBusy, problem, summary } = useSubmit(codeSchema, ({ code }) =>
    finish({ attempt, code }),
  )
  const [Drawing, setDrawing] = useState<ComponentType<{ text: string; label: string }>>()
  useEffect(() => {
    import('./QrCode.tsx').then(({ QrCode }) => setDrawing(() => QrCode), console.warn)
  }, [])
  return (
    <form method="dialog" noValidate className="grid gap-16" onSubmit={submit}>
      <FormProblem problem={problem} summary={summary} />
      <FocusedHeading id="set-up-app">Set up an app</FocusedHeading>
      <p>Scan this with the app, or open it on this phone:</p>
      <div className="aspect-square w-full max-w-[220px] bg-[#fff]">
        {Drawing && <Drawing text={uri} label="The QR code for your app" />}
      </div>
      <Link href={uri} label="Open in an app on this device" />
      <p className="[overflow-wrap:anywhere]">
        Or type this key into it:{' '}
        <code className="font-mono">{secret.replace(/.{4}/g, '$& ')}</code>
      </p>
      <Field
        {...field('code')}
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <SubmitButton label="Confirm" busyLabel="Checking..." isBusy={isBusy} />
    </form>
  )
}

/** The default name of a passkey: the device where it was created. */
function deviceName(): string {
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Macintosh', 'Linux'].find((name) =>
    navigator.userAgent.includes(name),
  )
  return `Passkey made on ${system ?? 'a device'}`
}
