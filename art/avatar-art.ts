import { dyes, paletteNames, palettes } from './palettes.ts'
import { drawBust, dress } from './people.ts'
import { pick, randomFrom } from './random.ts'
import { flat, picture, sun } from './svg.ts'

/** A person seen from behind, for an author without a picture: viewBox 0 0 60 60. */
export function drawAvatar(seed: string): string {
  const random = randomFrom(seed)
  const palette = palettes[pick(random, paletteNames)]
  const look = dress(random, palette, {
    robes: [dyes.deep, dyes.third, dyes.calico].filter((robe) => robe !== palette.bg),
  })
  return picture({
    viewBox: '0 0 60 60',
    crop: 'xMidYMid slice',
    body:
      flat(palette.bg, 'M0 0h60v60H0z') +
      sun(palette.sun, 30, 27, 21) +
      drawBust(look, 30, 27, 0.86),
  })
}
