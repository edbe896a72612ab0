import { bookScene } from './book-art.ts'
import { heroGround, heroShapes } from './hero-art.ts'
import { markShapes } from './logo-art.ts'
import { motifDefs, motifUse } from './motifs.ts'
import type { Palette } from './palettes.ts'
import { pick, randomFrom } from './random.ts'
import { storyScene } from './story-art.ts'
import { dottedRings, flat, picture, radiiAround, short, sun } from './svg.ts'

const wide = 1200
const tall = 630

/** The part of a story's picture that a 1200x630 frame shows, 63 of its 80 units. */
const shareRows = 63

/**
 * The picture that goes along when a story is shared, 1200x630, without words: the story's own, cut where its people
 * keep their heads and feet. It is turned into a PNG or JPEG.
 */
export function shareStory(category: string, seed: string): string {
  const { body, shareTop } = storyScene(category, seed)
  return picture({ viewBox: `0 ${shareTop} 120 ${shareRows}`, width: wide, height: tall, body })
}

/** A floor of quiet tiles, 60 high, for a cover to stand on. */
function floor(palette: Palette, seed: string): string {
  const motif = pick(randomFrom(seed), ['step', 'gem', 'seed', 'oniko', 'cowrie', 'comb'] as const)
  const uses = Array.from({ length: wide / 60 }, (_, column) => motifUse(motif, column, 0))
  return (
    `<g transform="translate(0 ${tall - 60})scale(3.75)">` +
    flat(palette.front, 'M0-.2h320v16.4H0z') +
    `${motifDefs([motif])}<g color="${palette.thread}" opacity=".35">${uses.join('')}</g></g>`
  )
}

/**
 * The picture that goes along when a book is shared, 1200x630, without words: its cover with spine
 * and pages, standing before the sun of its own palette.
 */
export function shareBook(category: string, seed: string): string {
  const { palette, body } = bookScene(category, seed)
  const coverWide = 320
  const coverTall = 480
  const left = (wide - coverWide) / 2
  const top = tall - 60 - coverTall
  return picture({
    viewBox: `0 0 ${wide} ${tall}`,
    width: wide,
    height: tall,
    body:
      flat(palette.bg, `M0 0h${wide}v${tall}H0z`) +
      dottedRings({
        colour: palette.thread,
        x: wide / 2,
        y: 325,
        radii: radiiAround(300, 4, 44),
        dot: 9,
        period: 20,
      }) +
      sun(palette.sun, wide / 2, 325, 300) +
      floor(palette, seed) +
      // The pages behind the cover: one darker edge to the right.
      `<path opacity=".28" d="M${left + coverWide} ${top + 8}h14v${coverTall - 8}h-14z"/>` +
      `<svg x="${left}" y="${top}" width="${coverWide}" height="${coverTall}" viewBox="0 0 80 120">${body}` +
      // The spine, as the page draws it: 5.5 % of the width, dark, with a light line at its right.
      `<path opacity=".22" d="M0 0h${short(4.4)}v120H0z"/><path fill="#fff" opacity=".3" d="M4.4 0h.6v120h-.6z"/></svg>`,
  })
}

const logoPlace = { x: 96, y: 228, size: 288 }

/** The picture of any other page, with an uploaded logo: an SVG of 32 units. */
export function withLogo(drawing: string, logo: string): string {
  const { x, y, size } = logoPlace
  const placed = logo.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `)
  return drawing.replace(/<\/svg>$/, () => `${placed}</svg>`)
}

/**
 * The picture that goes along when any other page is shared, 1200x630, without words. `mark`: its drawn logo; without
 * one its place is free.
 */
export function shareSite(mark?: string): string {
  const { x, y, size } = logoPlace
  const logo = mark
    ? `<g transform="translate(${x} ${y})scale(${size / 32})">${markShapes(mark)}</g>`
    : ''
  return picture({
    viewBox: '0 68 1280 672',
    width: wide,
    height: tall,
    body: heroGround() + heroShapes() + logo,
  })
}
