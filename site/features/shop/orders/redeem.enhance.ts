import { loadForm } from '#site/lib/load-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-redeem]')
if (form)
  loadForm(form, () => import('./redeem-form.ts'))

  // After an ordinary post with an error: it is announced first.
;(
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
)?.focus()
