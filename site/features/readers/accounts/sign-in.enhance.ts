import { loadForm } from '#site/lib/load-form.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sign-in]')) {
  loadForm(form, () => import('./sign-in-form.ts'))
}

// After an ordinary post with an error: it is announced first.
const wrong =
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
wrong?.focus()

// Another reader may sign in now: account data on this device is deleted first (readKept does that).
void import('#site/lib/reading-record.ts').then(({ readKept }) => readKept())
