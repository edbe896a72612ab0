import { adireTokens, type TokenName, type Tokens, tokenNames } from './adire-tokens.ts'
import type { LookColours } from './dyes.ts'
import { tokensOf } from './tokens.ts'

/**
 * The style sheet of a look, wherever theme.css stands on the page and whenever modes.css comes: the tokens that differ
 * from what they are without it. Empty for Adire. Contrast mode stays what it is in modes.css, which outweighs it.
 */
export function lookStyles(look: LookColours): string {
  const { light, dark, sepia } = tokensOf(look)
  const adire = adireTokens
  const changesLight = (name: TokenName) => light[name] !== adire.light[name]
  // Its own rule for light outweighs Adire's for dark, and not Adire's for sepia.
  const changesDark = (name: TokenName) =>
    dark[name] !== (changesLight(name) ? light[name] : adire.dark[name])
  const isInModes = (name: TokenName) => adire.sepia[name] !== adire.light[name]
  const changesSepia = (name: TokenName) =>
    sepia[name] !== (isInModes(name) ? adire.sepia[name] : light[name])
  return [
    rule('html:root', light, changesLight),
    rule('html[data-theme=dark]', dark, changesDark),
    rule('html:root[data-mode=sepia]', sepia, changesSepia),
  ].join('')
}

/** By name, each with its end: so they were the smallest beside a page, of all orders that were tried. */
function rule(selector: string, tokens: Tokens, isChanged: (name: TokenName) => boolean): string {
  const lines = tokenNames
    .filter(isChanged)
    .sort()
    .map((name) => `--${name}:${tokens[name].toLowerCase()};`)
  return lines.length > 0 ? `${selector}{${lines.join('')}}` : ''
}
