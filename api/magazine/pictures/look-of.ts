import type { LookColours } from '#art/look/dyes.ts'
import { defaultLook, type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'

/** One object each, by which the colours that are derived of it are remembered. */
const ready = new Map(
  Object.keys(readyPalettes).map((palette) => [palette, { palette: palette as ReadyPalette }]),
)

/** The look whose colours an address names: see `lookCode`. */
export function lookOf(code: string): LookColours {
  return ready.get(code) ?? (code ? { ...defaultLook, own: `#${code}` } : defaultLook)
}
