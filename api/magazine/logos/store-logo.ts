import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { decodePicture } from '#api/magazine/uploads/decode-picture.ts'
import { apiError, apiErrorBecause } from '#contract/errors.ts'
import { logoUpload } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { logoFile } from './logos.queries.ts'
import { rebuildSvg, SvgFault } from './rebuild-svg.ts'

/** Stores a logo as a square SVG of 32 units, its field first, under an id that a look may name. */
export async function storeLogo(files: Files, { path, bytes }: ReceivedFile): Promise<string> {
  const file = await readFile(path)
  const isPng = file.subarray(1, 4).equals(Buffer.from('PNG'))
  if (bytes > (isPng ? logoUpload.pngBytes : logoUpload.svgBytes)) throw apiError('logoTooLarge')
  const drawing = isPng ? await embedPng(file) : rebuilt(file)
  const id = randomUUID()
  await files.store(logoFile(id), Buffer.from(await onField(drawing)))
  return id
}

function rebuilt(file: Buffer): string {
  try {
    return rebuildSvg(new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch (error) {
    if (error instanceof SvgFault) throw apiErrorBecause('badLogo', `${error.message}.`)
    throw apiError('badLogo')
  }
}

/** Its pixels alone, encoded anew. */
async function embedPng(file: Buffer): Promise<string> {
  const { data, info } = await decodePicture(file, { width: 512, height: 512 })
  const png = await sharp(data, { raw: info }).png({ palette: true }).toBuffer()
  return `<image x="3" y="3" width="26" height="26" href="data:image/png;base64,${png.toString('base64')}"/>`
}

/** Paper of all looks by day and by night; a logo that cannot be told from one of them gets a field of the other. */
const papers = { light: 0.93, dark: 0.006 }

async function onField(drawing: string): Promise<string> {
  const square = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${fill}" d="M0 0h32v32H0z"/>${drawing}</svg>`
  const luminance = await luminanceOf(square('none'))
  const ratio = (paper: number) =>
    (Math.max(paper, luminance) + 0.05) / (Math.min(paper, luminance) + 0.05)
  if (ratio(papers.light) >= 3 && ratio(papers.dark) >= 3) return square('none')
  return square(luminance > 0.3 ? '#171A33' : '#FFFCF5')
}

/** How bright what is visible is on average, from 0 to 1. A drawing that shows nothing is no logo. */
async function luminanceOf(svg: string): Promise<number> {
  const { data } = await sharp(Buffer.from(svg), { density: 288 })
    .resize(64, 64)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw apiError('badLogo')
    })
  const linear = (value = 0) => ((value / 255 + 0.055) / 1.055) ** 2.4
  let sum = 0
  let visible = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha = 0] = data.subarray(at, at + 4)
    sum += alpha * (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue))
    visible += alpha
  }
  if (visible === 0) throw apiErrorBecause('badLogo', 'It shows nothing.')
  return sum / visible
}
