import { createHash } from 'node:crypto'
import { differenceEuclidean } from 'culori/fn'
import { expect, test } from 'vitest'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { bookCategories, storyCategories } from '#contract/magazine/categories.ts'
import {
  defaultLook,
  type Look,
  type ReadyPalette,
  readyPalettes,
} from '#contract/settings/look.ts'
import { runs } from '#tests/long.ts'
import { drawAvatar } from './avatar-art.ts'
import { bookInk, drawBook } from './book-art.ts'
import { dyed } from './dyed.ts'
import { contrast } from './look/colour.ts'
import { dyes, paletteNames, palettes, visibleBefore } from './palettes.ts'
import { shareBook, shareSite, shareStory } from './share-art.ts'
import { drawStory } from './story-art.ts'

const titles = Array.from({ length: 20 }, (_, title) => `Title ${title}`)
const seedsOf = (category: string) => titles.map((title) => seedOf(title, category))

/** Every ready palette, and colours of their own from all over the cube. */
const looks: Look[] = [
  ...(Object.keys(readyPalettes) as ReadyPalette[]).map((palette) => ({ ...defaultLook, palette })),
  ...Array.from({ length: runs({ sample: 24, long: 512 }) }, (_, n) => {
    // 991 has no factor in common with 4,096: the colours lie all over the cube.
    const digits = [...((n * 991) % 4096).toString(16).padStart(3, '0').toUpperCase()]
    return { ...defaultLook, own: `#${digits.map((digit) => digit + digit).join('')}` }
  }),
]

/** Of the pictures below; who changes a drawing on purpose writes the new one. */
const picturesOfAdire = '46d734165e0f188eeb64a004b9c35b59ea1d86cd372d3aa9e3cb620f50013e43'

test('pictures of Adire never change', () => {
  const drawn = [
    ...storyCategories.flatMap((category) =>
      seedsOf(category).flatMap((seed) => [drawStory(category, seed), shareStory(category, seed)]),
    ),
    ...bookCategories.flatMap((category) =>
      seedsOf(category).flatMap((seed) => [drawBook(category, seed), shareBook(category, seed)]),
    ),
    ...seedsOf('author').map(drawAvatar),
    shareSite('mark'),
  ]
  const all = drawn.map((drawing) => dyed(drawing, defaultLook)).join('')
  expect(createHash('sha256').update(all).digest('hex')).toBe(picturesOfAdire)
})

const headwear = [dyes.sun, dyes.third, dyes.ember, dyes.warm, dyes.deep, dyes.rose, dyes.sky]
const robes = [dyes.calico, dyes.third, dyes.ember, dyes.sun]

/** The dyes that lie side by side in the pictures of a palette. */
function meetings(name: (typeof paletteNames)[number]): (readonly [string, string])[] {
  const { bg, sun, front, back, thread } = palettes[name]
  const people = visibleBefore([bg, sun, back], [...headwear, ...robes])
  const worn = [front, ...visibleBefore([bg, sun], robes)]
  return [
    [bg, sun],
    [bg, front],
    [bg, back],
    [front, back],
    [front, sun],
    [sun, back],
    [front, thread],
    [back, back === dyes.sun ? front : thread],
    ...people.flatMap((cloth) => [bg, sun, back].map((behind) => [cloth, behind] as const)),
    ...worn.flatMap((robe) =>
      visibleBefore([bg, sun, robe], headwear).map((cloth) => [robe, cloth] as const),
    ),
  ]
}

test('dyes that meet in a picture can be told apart in every look', () => {
  const distance = differenceEuclidean('oklab')
  const pairs = new Set(paletteNames.flatMap(meetings).map((pair) => pair.join(' ')))
  const dyesThatMeet = [...new Set([...pairs].flatMap((pair) => pair.split(' ')))]
  const melting = looks.flatMap((look) => {
    const colours = new Map(dyesThatMeet.map((dye) => [dye, dyed(dye, look)]))
    // Adire's numbers are given, and night is deep at night.
    const isFixed = look.palette === 'adire' && !look.own
    return [...pairs]
      .filter((pair) => {
        const [one = '', other = ''] = pair.split(' ').map((dye) => colours.get(dye))
        const least = isFixed || pair.includes(dyes.night) ? 0.09 : 0.105
        return distance(one, other) < least
      })
      .map((pair) => `${look.own ?? look.palette}: ${pair}`)
  })
  expect(melting).toEqual([])
})

test('the title on a drawn cover can be read in every look', () => {
  const inks = { cream: '#FFF6E2', ink: '#171A33' }
  for (const look of looks) {
    const grounds = new Map<string, 'cream' | 'ink'>()
    for (const category of bookCategories) {
      for (const seed of seedsOf(category)) {
        const ground = /fill="([^"]+)"/.exec(drawBook(category, seed))?.[1] ?? ''
        grounds.set(ground, bookInk(category, seed))
      }
    }
    for (const [ground, ink] of grounds) {
      const found = contrast(inks[ink], dyed(ground, look))
      expect(found, `${look.own ?? look.palette}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})
