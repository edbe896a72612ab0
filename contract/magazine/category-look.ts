/** What a category can look like: the colours of badges, and what its pictures are drawn as. */
export const badgeColours = [
  'grey',
  'gold',
  'blue',
  'sky',
  'green',
  'red',
  'purple',
  'orange',
] as const
export type BadgeColour = (typeof badgeColours)[number]

const palettes = ['dawn', 'laterite', 'adire', 'leaf', 'paper', 'harmattan', 'rose'] as const
const compositions = ['climb', 'onlooker', 'sunrise', 'stairs', 'quilt', 'emblem'] as const

/** A picture of a story is a composition in a palette; a cover is composed by chance, in a palette. */
export const categoryArt = {
  stories: compositions.flatMap((one) => palettes.map((palette) => `${one}-${palette}` as const)),
  books: palettes,
}
