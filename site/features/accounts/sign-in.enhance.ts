/** Checks are fetched when somebody begins to type: until then, and without script, the form is an ordinary one. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sign-in]')) {
  form.addEventListener('focusin', () => void import('./sign-in-form.ts'), { once: true })
}

// The page came back from an ordinary post: what is wrong is read out first.
const wrong =
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
wrong?.focus()

// Somebody else may sign in now: what an account told this device before goes first (readKept drops it).
void import('#site/lib/reading-record.ts').then(({ readKept }) => readKept())
