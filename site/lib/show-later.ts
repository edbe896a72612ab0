import { onceEngaged } from './engaged/once-engaged.ts'

/** Displays the pictures below the first screen (`later` in base.css) at the reader's first input. */
export function showLater() {
  const show = () => {
    document.body.dataset['engaged'] = ''
  }
  // On Back the browser restores the scroll position before any script runs.
  if (scrollY > 0) show()
  else onceEngaged(show)
}
