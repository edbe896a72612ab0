import { type MotifName, motifDefs, motifOnce, motifUse } from './motifs.ts'
import { dyes } from './palettes.ts'

/** What the motifs are drawn with. */
const thread = '#FFF3D6'

/** The medal of each achievement: a motif on a tile of its own colour. */
const medals: Record<string, { motif: MotifName; ground: string; thread?: string }> = {
  'first-steps': { motif: 'step', ground: dyes.sunrise, thread: dyes.indigo },
  'story-explorer': { motif: 'arewa', ground: dyes.indigo },
  'speed-reader': { motif: 'ray', ground: dyes.laterite },
  'dedicated-reader': { motif: 'seed', ground: dyes.leaf },
  'story-master': { motif: 'gem', ground: dyes.indigo },
  'legendary-reader': { motif: 'oniko', ground: '#7A4B00' },
}

/** All medals in one file; `#first-steps` behind its address shows the one. */
export function drawMedals(): string {
  const drawn = Object.entries(medals).map(([id, medal], index) => {
    const x = index * 20
    return (
      `<view id="${id}" viewBox="${x} 0 16 16"/>` +
      `<g transform="translate(${x})" color="${medal.thread ?? thread}">` +
      `<path fill="${medal.ground}" d="M0 0h16v16H0z"/>` +
      `<g transform="translate(1.6 1.6) scale(.8)">${motifOnce(medal.motif)}</g></g>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawn.join('')}</svg>`
}

/** Step and gem in turn, on whatever ground they are laid: what lifts one achievement above the last. */
export function drawJourneyTiles(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="68" height="34" viewBox="0 0 32 16" color="${thread}">` +
    `${motifDefs(['step', 'gem'])}${motifUse('step', 0, 0)}${motifUse('gem', 1, 0)}</svg>`
  )
}
