/** Checks are fetched when somebody begins to type: until then, and without script, the form is an ordinary one. */
document
  .querySelector('form[data-redeem]')
  ?.addEventListener('focusin', () => void import('./redeem-form.ts'), { once: true })

// The page came back from an ordinary post: what is wrong is read out first.
;(
  document.querySelector<HTMLElement>('[aria-invalid]') ??
  document.querySelector<HTMLElement>('[data-problem-box]')
)?.focus()
