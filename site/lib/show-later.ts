import { onceEngaged } from './engaged/once-engaged.ts'

/** Brings the pictures that no first screen shows (`later` in base.css) with the reader's first sign. */
export function showLater() {
  const show = () => {
    document.body.dataset['engaged'] = ''
  }
  // Coming back, a reader is where they were before any script runs.
  if (scrollY > 0) show()
  else onceEngaged(show)
}
