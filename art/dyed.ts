import { dyesOf, type LookColours } from './look/dyes.ts'
import { tokensOf } from './look/tokens.ts'
import { dyeNames, propertyOf } from './palettes.ts'

/**
 * A drawing with the colours of a look written in, for where no properties of a page reach: files, images, backgrounds.
 * The theme is whose tokens it shows; dyes are the same in both.
 */
export function dyed(
  drawing: string,
  look: LookColours,
  theme: 'light' | 'dark' = 'light',
): string {
  const dyes = dyesOf(look)
  const colours = new Map<string, string>([
    ...Object.entries(tokensOf(look)[theme]),
    ...dyeNames.map((name) => [propertyOf(name), dyes[name]] as const),
  ])
  return drawing.replace(
    /var\(--([\w-]+)\)/g,
    (property, name: string) => colours.get(name) ?? property,
  )
}
