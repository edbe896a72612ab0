import type { LookColours } from '#art/look/dyes.ts'
import { defaultLook, type ReadyPalette } from '#contract/settings/look.ts'

/** The look whose colours an address names: see `lookCode`. */
export function lookOf(code: string): LookColours {
  if (!code) return defaultLook
  const isOwn = /^[0-9a-f]{6}$/.test(code)
  return isOwn ? { ...defaultLook, own: `#${code}` } : { palette: code as ReadyPalette }
}
