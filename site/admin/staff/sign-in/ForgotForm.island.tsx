import { useState } from 'react'
import * as z from 'zod/mini'
import { email } from '#contract/endpoints/fields.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { call } from '#site/lib/call.ts'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'

const schema = z.object({ email })

/** Why an island? It shows the answer in place; the admin pages load React anyway. */
export function ForgotForm() {
  const [isSent, setSent] = useState(false)
  const { submit, field, isLive, isBusy, problem, summary } = useSubmit(schema, async (values) => {
    await call('POST /admin/forgot', values)
    setSent(true)
  })
  return (
    <>
      <p role="status" className={isSent ? 'mb-20' : 'absolute'}>
        {isSent &&
          'If somebody among the staff has this address, the link is on its way. It works for 30 minutes.'}
      </p>
      {!isSent && (
        <form
          method="dialog"
          noValidate
          className="grid gap-20 [&_label_b]:hidden"
          onSubmit={submit}
        >
          <FormProblem problem={problem} summary={summary} />
          <Field {...field('email')} label="E-mail address" kind="email" autoComplete="email" />
          <SubmitButton
            label="Mail me a link"
            busyLabel="Asking..."
            isBusy={isBusy}
            isDisabled={!isLive}
          />
          <p className="text-14/150 text-ink-2">
            The owner’s password stands in the settings of the site and is changed there.
          </p>
        </form>
      )}
      <p className="mt-16">
        <Link href={staffPaths.login()} label="Back to the sign-in" />
      </p>
    </>
  )
}
