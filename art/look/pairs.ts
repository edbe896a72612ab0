import type { LookTokens, TokenName } from './adire-tokens.ts'
import { contrast } from './colour.ts'
import { cream } from './tokens.ts'

/** A token, or a colour that is the same in every look. */
export type PairColour = TokenName | `#${string}`

export interface Pair {
  colour: PairColour
  ground: PairColour
  /** What WCAG 2.2 AA asks: 4.5 for text, 3 for large text, icons, borders of controls and focus rings. */
  ratio: 4.5 | 3
}

const papers = ['paper', 'surface', 'sunk'] as const

/** What stands on what on the pages, in every theme: each of the first on each of the second. */
const groups: readonly (readonly [readonly PairColour[], readonly PairColour[], 4.5 | 3])[] = [
  [['ink', 'ink-2', 'link', 'accent', 'ok'], papers, 4.5],
  [['danger'], ['paper', 'surface', 'danger-bg'], 4.5],
  [['ink', 'placeholder'], ['surface', 'danger-bg'], 4.5],
  [['on-brand'], ['brand'], 4.5],
  [['on-sun'], ['sun'], 4.5],
  [['hero-h', 'hero-fg'], ['hero'], 4.5],
  [[cream, 'on-band-1'], ['band-1'], 4.5],
  [[cream, 'on-band-2'], ['band-2'], 4.5],
  [[cream, 'on-band-3'], ['band-3'], 4.5],
  [[cream, 'on-footer'], ['footer', 'deep'], 4.5],
  // Tooltips, active tabs and chips; a button that is pending.
  [['paper'], ['ink'], 4.5],
  [['ink-2'], ['line'], 4.5],
  [['line-2', 'focus', 'star-line'], papers, 3],
  [['focus'], ['danger-bg'], 3],
  [['brand'], ['paper', 'hero'], 3],
  // The bar of the slide that is shown; what is filled of a ramp.
  [['sun'], ['band-1'], 3],
  [['accent'], ['line'], 3],
  [['band-focus', 'band-accent'], ['band-1', 'band-2', 'band-3', 'footer'], 3],
]

export const pairs: readonly Pair[] = groups.flatMap(([colours, grounds, ratio]) =>
  colours.flatMap((colour) => grounds.map((ground) => ({ colour, ground, ratio }))),
)

/** The pairs that somebody could not read in this look, in words. */
export function unreadablePairs(look: LookTokens): string[] {
  return Object.entries(look).flatMap(([theme, tokens]) => {
    const hex = (colour: PairColour) => (isToken(colour) ? tokens[colour] : colour)
    return pairs.flatMap(({ colour, ground, ratio }) => {
      const found = contrast(hex(colour), hex(ground))
      return found < ratio
        ? [`${theme}: ${colour} on ${ground} is ${found.toFixed(2)}, not ${ratio}`]
        : []
    })
  })
}

function isToken(colour: PairColour): colour is TokenName {
  return !colour.startsWith('#')
}
