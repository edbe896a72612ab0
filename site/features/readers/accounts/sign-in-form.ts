import { forgotten, registration, reset, signIn } from '#contract/endpoints/readers/sign-in.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { checkForm } from '#site/lib/forms/check-form.ts'

const enhance = (name: string, make: (form: HTMLFormElement) => void) => {
  const form = document.querySelector<HTMLFormElement>(`form[data-sign-in="${name}"]`)
  if (form) make(form)
}

enhance('in', (form) =>
  checkForm(form, signIn, async (values) => {
    await call('POST /auth/sign-in', values)
    location.replace(values.returnTo)
  }),
)
enhance('create', (form) =>
  checkForm(form, registration, async (values) => {
    const { returnTo = values.returnTo } = await call('POST /auth/register', values)
    location.replace(returnTo === paths.home ? `${paths.home}#welcome` : returnTo)
  }),
)
enhance('forgot', (form) =>
  checkForm(form, forgotten, async (values) => {
    await call('POST /auth/forgot', values)
    location.replace(paths.signIn('sent'))
  }),
)
enhance('reset', (form) =>
  checkForm(form, reset, async (values) => {
    await call('POST /auth/reset', values)
    location.replace(paths.signIn('changed'))
  }),
)
