import { createHash } from 'node:crypto'
import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib'
import { oneLine } from '#contract/text.ts'
import { packedGlyphs } from './stamp-glyphs.ts'

/** Bytes that a prepared PDF leaves for the drawing, and for the entry in its metadata. With others, `stampedFile` needs another folder. */
export const stampRoom = { drawing: 16_384, entry: 640 } as const

/** Points: of the letters, and of the widest stamp, which is scaled to it. */
const letterSize = 7
const mostWidth = 320

interface Copy {
  buyerName: string
  /** Of the order. */
  reference: string
}

let glyphs: Record<string, string> | undefined

/** By letter: its width, and its outline. */
function allGlyphs(): Record<string, string> {
  glyphs ??= JSON.parse(inflateSync(Buffer.from(packedGlyphs, 'base64')).toString())
  return glyphs as Record<string, string>
}

/** The two places of a prepared PDF as they are in this buyer's copy: each has exactly its room. */
export function drawStamp({ buyerName, reference }: Copy): { drawing: Buffer; entry: Buffer } {
  const name = oneLine(buyerName.normalize('NFC'))
  const letters = lettersOf(name)
  // Letters that are all different need the most room; no name has so many.
  for (let kept = letters.length; kept >= 0; kept--) {
    const shown = kept < letters.length ? [...letters.slice(0, kept), '…'] : letters
    const beside = shown.length > 0 ? [' ', '·', ' '] : []
    const drawing = fillStream(drawLine([...shown, ...beside, ...lettersOf(reference)]))
    if (drawing) return { drawing, entry: fillEntry(`${name}, ${reference}`) }
  }
  throw new Error('the reference of an order does not fit on its stamp')
}

/** Tells the copies of one book apart. */
export function stampTag(copy: Copy): string {
  return createHash('sha256').update(JSON.stringify(copy)).digest('base64url').slice(0, 16)
}

/** What a prepared PDF has in place of a stamp; `mark` is found in it. */
export function blankStamp(mark: string): { drawing: Buffer; entry: string } {
  const drawing = fillStream(Buffer.alloc(0), `%${mark}`)
  if (!drawing) throw new Error('the room of the stamp is too small')
  return { drawing, entry: mark.padEnd(stampRoom.entry - 2, '.') }
}

/** As they are drawn; a sign that no glyph is for is a question mark, one that has a plainer form is that. */
function lettersOf(text: string): string[] {
  const known = allGlyphs()
  const clusters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  return clusters.map(({ segment }) => {
    const plain = segment.normalize('NFD').replace(/\p{M}/gu, '')
    return [segment, plain].find((letter) => letter in known) ?? '?'
  })
}

/** Centred over the origin. */
function drawLine(letters: string[]): Buffer {
  const known = allGlyphs()
  let pen = 0
  const drawn = letters.map((letter) => {
    const glyph = known[letter] ?? ''
    const space = glyph.indexOf(' ')
    const outline = space < 0 ? '' : glyph.slice(space + 1)
    const placed = outline && `q 1 0 0 1 ${pen} 0 cm\n${outline}\nf Q`
    pen += Number(space < 0 ? glyph : glyph.slice(0, space))
    return placed
  })
  const scale = Math.min(letterSize, (mostWidth * 1000) / pen) / 1000
  const [size, start] = [scale.toFixed(6), ((-pen * scale) / 2).toFixed(2)]
  return Buffer.from(`q ${size} 0 0 ${size} ${start} 0 cm 0.35 g\n${drawn.join('\n')}\nQ\n`)
}

/** A zlib stream of exactly its room, filled up with blanks; undefined where that is too little. */
function fillStream(content: Buffer, filling = ''): Buffer | undefined {
  const packed = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH })
  const [head, blockHead, checksum] = [2, 5, 4]
  const left = stampRoom.drawing - head - packed.length - blockHead - checksum
  if (left < filling.length) return undefined
  const rest = Buffer.from(filling.padEnd(left))
  // A last block that is not compressed: its length, and that again inverted.
  const block = Buffer.from([1, 0, 0, 0, 0])
  block.writeUInt16LE(left, 1)
  block.writeUInt16LE(~left & 0xffff, 3)
  const sum = deflateSync(Buffer.concat([content, rest]), { level: 1 }).subarray(-checksum)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), packed, block, rest, sum])
}

/** A text in hexadecimal, which may hold blanks. */
function fillEntry(text: string): Buffer {
  const most = (stampRoom.entry - 2) / 4 - 1
  const units = Buffer.from(`\ufeff${text.slice(0, most)}`, 'utf16le').swap16()
  return Buffer.from(
    `<${units
      .toString('hex')
      .toUpperCase()
      .padEnd(stampRoom.entry - 2)}>`,
  )
}
