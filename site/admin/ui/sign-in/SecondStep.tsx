import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import {
  codeSchema,
  pressSchema,
  type SecondStepAsked,
  signByPasskey,
} from '#site/admin/lib/sign-in.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { call } from '#site/lib/call.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'
import { actionsClass } from '../classes.ts'
import { FormProblem } from '../FormProblem.tsx'
import { FocusedHeading } from '../frame/FocusedHeading.tsx'

interface Props {
  asked: SecondStepAsked
  onToken(token: string): Promise<void>
  onRestart(): void
}

const recoverySchema = z.object({
  recoveryCode: z.string().check(z.trim(), z.minLength(1, 'Please enter one of your codes')),
})

type Way = 'passkey' | 'code' | 'recovery'

/** One of the second steps of the sign-in, after a correct password. */
export function SecondStep({ asked, onToken, onRestart }: Props) {
  const { attempt, passkey, hasAuthenticator, hasRecoveryCodes } = asked
  const ways: { way: Way; isThere: boolean; label: string }[] = [
    { way: 'passkey', isThere: passkey !== null, label: 'Use a passkey' },
    { way: 'code', isThere: hasAuthenticator, label: 'Use your app' },
    { way: 'recovery', isThere: hasRecoveryCodes, label: 'Use a recovery code' },
  ]
  const open = ways.filter(({ isThere }) => isThere)
  const [way, setWay] = useState<Way | undefined>(open[0]?.way)
  const finish = async (proof: object) => {
    const { token } = await call('POST /admin/login/second-step', { attempt, ...proof })
    await onToken(token)
  }
  return (
    <section aria-labelledby="second-step" className="grid gap-20 [&_label_b]:hidden">
      <FocusedHeading id="second-step">Two-step sign-in</FocusedHeading>
      {way === 'passkey' && passkey && <WithPasskey options={passkey} finish={finish} />}
      {way === 'code' && (
        <WithText
          schema={codeSchema}
          name="code"
          label="Code of your app"
          hint="Six digits, which change every half a minute."
          finish={finish}
        />
      )}
      {way === 'recovery' && (
        <WithText
          schema={recoverySchema}
          name="recoveryCode"
          label="Recovery code"
          hint="One of the ten that you saved. Each works once."
          finish={finish}
        />
      )}
      {!way && (
        <p>
          No way that you have set up works at this address of the site. Ask whoever runs the server
          to reset your two-step sign-in.
        </p>
      )}
      <div className={actionsClass}>
        {open
          .filter((other) => other.way !== way)
          .map((other) => (
            <Button key={other.way} onClick={() => setWay(other.way)} label={other.label} />
          ))}
        <Button onClick={onRestart}>Start again</Button>
      </div>
    </section>
  )
}

function WithPasskey({
  options,
  finish,
}: {
  options: NonNullable<SecondStepAsked['passkey']>
  finish(proof: object): Promise<void>
}) {
  const { submit, isBusy, problem, summary } = useSubmit(pressSchema, async () => {
    await finish({ passkey: await signByPasskey(options) })
  })
  return (
    <Form onSubmit={submit}>
      <FormProblem
        problem={problem && 'That did not work. Use another way, or start again.'}
        summary={summary}
      />
      <SubmitButton label="Confirm with a passkey" busyLabel="Waiting..." isBusy={isBusy} />
    </Form>
  )
}

function WithText<S extends typeof codeSchema | typeof recoverySchema>({
  schema,
  name,
  label,
  hint,
  finish,
}: {
  schema: S
  name: keyof z.output<S> & string
  label: string
  hint: string
  finish(proof: object): Promise<void>
}) {
  const { submit, field, isBusy, problem, summary } = useSubmit(schema, finish)
  return (
    <Form onSubmit={submit}>
      <FormProblem problem={problem} summary={summary} />
      <Field
        {...field(name)}
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        {...(name === 'code' && { inputMode: 'numeric' as const })}
      />
      <SubmitButton label="Confirm" busyLabel="Checking..." isBusy={isBusy} />
    </Form>
  )
}

function Form({
  onSubmit,
  children,
}: {
  onSubmit: React.FormEventHandler<HTMLFormElement>
  children: ReactNode
}) {
  return (
    <form method="dialog" noValidate className="grid gap-20" onSubmit={onSubmit}>
      {children}
    </form>
  )
}
