import sharp, { type Metadata } from 'sharp'
import { apiError } from '#contract/errors.ts'
import { mostPixels } from '#contract/form-limits.ts'

// This holds for the whole process: only an import (scripts/import/picture-sources.ts) reaches another decoder. SVG is
// for our own drawings, WebP for pictures that we made; a file of a reader that is neither JPEG nor PNG reaches none.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadSvg',
    'VipsForeignLoadWebp',
  ],
})

/** Pixels of one side, since dozens of rows are held in memory. */
const longestSide = 12_000
/** This is the limit of a picture that must be held whole before its first row can be written. */
const mostHeldBytes = 80 * 1024 * 1024
/** A camera writes some twenty into a JPEG. Each may be another pass over the picture. */
const mostSegments = 300

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])
const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG's texts are removed: they unpack to a thousand times their size. */
const neededChunks = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT']

const pictureBrands = /^(hei[cxms]|hev[cx]|mif1|msf1|avi[fs])$/
const filmBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

/** Raw upright sRGB, without metadata. */
export interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** A JPEG or PNG, recognized by its content; shrunk to fit `within`, never enlarged. */
export async function decodePicture(
  file: Buffer,
  within: { width: number; height: number },
): Promise<Pixels> {
  const { picture, passes } = openPicture(file)
  try {
    const known = await sharp(picture).metadata()
    if (known.format !== 'jpeg' && known.format !== 'png') throw apiError('notAPicture')
    if (isTooMuch(known, passes)) throw apiError('notAPicture')
    return await sharp(picture, { failOn: 'warning' })
      .autoOrient()
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    // Cut short, damaged, or something else that begins like a picture.
    throw apiError('notAPicture')
  }
}

/** The part that the decoder may see. `passes`: how often it goes over the whole picture. */
function openPicture(file: Buffer): { picture: Buffer; passes: number } {
  if (file.subarray(0, jpegStart.length).equals(jpegStart)) {
    return { picture: file, passes: countScans(file) }
  }
  if (file.subarray(0, pngStart.length).equals(pngStart)) {
    return { picture: withoutTexts(file), passes: 1 }
  }
  throw apiError(isFilm(file) ? 'videoNotTaken' : 'notAPicture')
}

/** MP4 and MOV are boxes: a length, then a name. */
function isFilm(file: Buffer): boolean {
  const [box, brand] = [file.toString('latin1', 4, 8), file.toString('latin1', 8, 12)]
  return filmBoxes.includes(box) && !(box === 'ftyp' && pictureBrands.test(brand))
}

/** Each scan is one more pass over all pixels. */
function countScans(jpeg: Buffer): number {
  let scans = 0
  let segments = 0
  let at = jpeg.indexOf(0xff, 2)
  while (at >= 0 && at + 1 < jpeg.length) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === 0xd9) return scans
    // A fill byte, data that looks like a marker (0x00), or a marker without a length.
    const isBare = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xff) at += 1
    else if (isBare) at += 2
    else {
      segments += 1
      if (marker === 0xda) scans += 1
      if (segments > mostSegments) throw apiError('notAPicture')
      if (at + 3 >= jpeg.length) break
      at += 2 + jpeg.readUInt16BE(at + 2)
    }
    at = jpeg.indexOf(0xff, at)
  }
  // Truncated: the decoder does not reject every such file.
  throw apiError('notAPicture')
}

function withoutTexts(png: Buffer): Buffer {
  const chunks: Buffer[] = [pngStart]
  for (let at = pngStart.length; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    if (neededChunks.includes(name) || name === 'IEND') chunks.push(png.subarray(at, end))
    if (name === 'IEND') return Buffer.concat(chunks)
    at = end
  }
  throw apiError('notAPicture')
}

function isTooMuch(
  { width, height, channels, depth, format, isProgressive, orientation = 1 }: Metadata,
  passes: number,
): boolean {
  const pixels = width * height
  if (pixels > mostPixels || Math.max(width, height) > longestSide) return true
  // A PNG is rotated at full size, a JPEG after it was made smaller.
  const isHeldWhole = isProgressive || passes > 1 || (format === 'png' && orientation > 1)
  const bytesEach = depth === 'ushort' ? 4 : 2
  return isHeldWhole && pixels * channels * bytesEach > mostHeldBytes
}
