import { pendingKey } from '../reader-keys.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'

/** A press that was refused because nobody was signed in. */
export interface Pending {
  /** The control has it as `data-like`, `data-rate` or `data-rate-book`, with `id` as its value. */
  what: 'like' | 'rate' | 'rate-book'
  id: string
  /** Chosen or typed. */
  values?: Record<string, string>
}

interface Kept extends Pending {
  path: string
  /** Which of the controls on the page, where it was on the screen, and how far the page was scrolled. */
  place: number
  top: number
  scrolled: number
  at: number
}

/** Whoever signs in later has forgotten it, or is somebody else. */
const keptForMs = 10 * 60_000

const controlsOf = ({ what, id }: Pending) => [
  ...document.querySelectorAll<HTMLElement>(`[data-${what}="${CSS.escape(id)}"]`),
]
/**
 * As `openPath`, whose module comes with much that a press does not need. Not the address that is shown: with the first
 * sign of life it is one in words.
 */
const here = () =>
  document.querySelector<HTMLElement>('link[data-path]')?.dataset['path'] ?? location.pathname

function isOnScreen(control: HTMLElement): boolean {
  const { top, bottom } = control.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** On the device and never in an address; it replaces what was kept before. */
export function keepPending(pending: Pending) {
  const controls = controlsOf(pending)
  const pressed = (control: HTMLElement) => control.contains(document.activeElement)
  // Safari does not focus a button that is pressed.
  const control = controls.find(pressed) ?? controls.find(isOnScreen)
  const place = control ? controls.indexOf(control) : 0
  const top = control?.getBoundingClientRect().top ?? 0
  const kept: Kept = { ...pending, path: here(), place, top, scrolled: scrollY, at: Date.now() }
  writeJson(pendingKey, kept)
}

/** What was kept of this page, once, with its control where it was on the screen, and focused. */
export function takePending(): { pending: Pending; control: HTMLElement } | undefined {
  const kept = readJson(pendingKey, (json) => (isKept(json) ? json : undefined))
  if (kept && kept.path !== here()) return
  forget(pendingKey)
  if (!kept) return
  const controls = controlsOf(kept)
  const control = controls[kept.place] ?? controls[0]
  if (!control) return
  // A page for readers is longer than one for visitors, and a button may be sticky.
  scrollTo({ top: kept.scrolled, behavior: 'instant' })
  scrollBy({ top: control.getBoundingClientRect().top - kept.top, behavior: 'instant' })
  control.focus({ preventScroll: true })
  return { pending: kept, control }
}

function isKept(value: unknown): value is Kept {
  const { what = '', id, values, place, top, scrolled, at, path } = (value ?? {}) as Partial<Kept>
  const age = Date.now() - Number(at)
  return (
    ['like', 'rate', 'rate-book'].includes(what) &&
    typeof id === 'string' &&
    typeof path === 'string' &&
    [place, top, scrolled, at].every(Number.isFinite) &&
    Object.values(values ?? {}).every((text) => typeof text === 'string') &&
    age >= 0 &&
    age < keptForMs
  )
}
