import { loadForm } from '#site/lib/load-form.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sign-in]')) {
  loadForm(form, () => import('./sign-in-form.ts'))
}

// The page came back from an ordinary post: what is wrong is read out first.
const wrong =
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
wrong?.focus()

// Somebody else may sign in now: what an account told this device before goes first (readKept drops it).
void import('#site/lib/reading-record.ts').then(({ readKept }) => readKept())
