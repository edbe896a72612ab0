import type { SitePicture } from '#contract/magazine/art-look.ts'
import { dyed } from './dyed.ts'
import { drawEmptyStairs } from './empty-art.ts'
import { drawHeroDesktop, drawHeroRow } from './hero-art.ts'
import type { LookColours } from './look/dyes.ts'
import {
  drawAdminCorner,
  drawAdminFoot,
  drawAdminTiles,
  drawJourneyTiles,
  drawMedals,
  drawSendingClimber,
  drawSendingStairs,
  drawStepBand,
  drawTileStrip,
} from './page-art.ts'
import { drawPublication } from './publication-art.ts'

const drawings: Record<SitePicture, () => string> = {
  'hero-light': drawHeroDesktop,
  'hero-dark': drawHeroDesktop,
  'hero-row': drawHeroRow,
  tiles: drawTileStrip,
  journey: drawJourneyTiles,
  steps: drawStepBand,
  'admin-tiles': drawAdminTiles,
  medals: drawMedals,
  'corner-stories': () => drawAdminCorner('stories'),
  'corner-shop': () => drawAdminCorner('shop'),
  'corner-audience': () => drawAdminCorner('audience'),
  'corner-settings': () => drawAdminCorner('settings'),
  foot: drawAdminFoot,
  'empty-stairs': drawEmptyStairs,
  'sending-stairs': drawSendingStairs,
  climber: drawSendingClimber,
  'growing-right': () => drawPublication('seedling'),
  'best-and-brains-full': () => drawPublication('two-busts'),
  'question-of-the-mind': () => drawPublication('uli-afro'),
  'life-beyond-school': () => drawPublication('walker'),
}

/** One of the pages' own pictures in the colours of a look. */
export function drawSitePicture(name: SitePicture, look: LookColours): string {
  return dyed(drawings[name](), look, name === 'hero-dark' ? 'dark' : 'light')
}
