import { loadForm } from '#site/lib/load-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-redeem]')
if (form)
  loadForm(form, () => import('./redeem-form.ts'))

  // The page came back from an ordinary post: what is wrong is read out first.
;(
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
)?.focus()
