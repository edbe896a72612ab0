import { dyes, type Palette, visibleBefore } from './palettes.ts'
import { type HeadName, headNames, type Look, skins } from './people.ts'
import { happens, pick, type Random } from './random.ts'

const headwear = [
  dyes.sunrise,
  dyes.leaf,
  dyes.ember,
  dyes.laterite,
  dyes.indigo,
  dyes.rose,
  dyes.harmattan,
]
const bags = [dyes.leaf, dyes.ember, dyes.sunrise, dyes.indigo, dyes.paper]

/** Shawls fall over the back: with a bag on top they read as a lump. */
const withoutBag: readonly HeadName[] = ['hijab']

/**
 * Somebody drawn from the seed, in one of `robes`. Headwear and bag are chosen so that they have
 * neither the colour of the ground, the sun or whatever else is `behind` the person, nor the robe's.
 */
export function dress(
  random: Random,
  palette: Palette,
  options: { robes: readonly string[]; behind?: readonly string[]; bagShare?: number },
): Look {
  const behind = [palette.bg, palette.sun, ...(options.behind ?? [])]
  const head = pick(random, headNames)
  const skin = pick(random, skins)
  const robe = pick(random, options.robes)
  const cloth = pick(random, visibleBefore([...behind, robe], headwear))
  const bag = pick(random, visibleBefore([...behind, robe], bags))
  const carries = happens(random, options.bagShare ?? 0) && !withoutBag.includes(head)
  return { head, skin, cloth, robe, thread: palette.thread, bag: carries ? bag : undefined }
}
