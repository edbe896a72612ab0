import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { logoFile } from '#api/magazine/logos/logos.queries.ts'
import { dyed } from '#art/dyed.ts'
import { drawMark } from '#art/logo-art.ts'
import { apiError } from '#contract/errors.ts'
import { lookOf } from './look-of.ts'

/** The logo of an address (`iconPaths`): drawn as `zobo-h`, or stored under its id. A square of 32 units, its field first. */
export async function logoOf(files: Files, mark: string): Promise<string> {
  const [, code, drawn] = /^([^-]+|night-market)-(\w+)$/.exec(mark) ?? []
  if (code && drawn) return dyed(drawMark(drawn), lookOf(code))
  const file = logoFile(mark)
  if (!(await files.find(file))) throw apiError('pictureNotFound')
  return text(await files.read(file))
}

/** The field grows beyond the logo: systems cut off as much as a fifth. A logo without one gets white. */
const withMargin = (logo: string) =>
  logo
    .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
    .replace('fill="none" d="M0 0h32v32H0z"', 'fill="#fff" d="M0 0h32v32H0z"')
    .replace('d="M0 0h32v32H0z"', 'd="M-4-4h40v40h-40z"')

export function drawIcon(logo: string, size: string): Promise<Buffer> {
  const pixels = size === 'maskable' ? 512 : Number(size)
  return sharp(Buffer.from(size === 'maskable' ? withMargin(logo) : logo), { density: 1200 })
    .resize(pixels, pixels)
    .png({ palette: true })
    .toBuffer()
}
