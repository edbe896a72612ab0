import { createHash } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { type Outlines, outlineLetters } from '#api/shop/pdf/draw-pdf.ts'
import { oneLine } from '#contract/text.ts'

/** Bytes that a prepared PDF leaves for the drawing, and for the entry in its metadata. With others, `stampedFile` needs another folder. */
export const stampRoom = { drawing: 16_384, entry: 640 } as const

/** Points: of the letters, and of the widest stamp, which is scaled to it. */
const letterSize = 7
const mostWidth = 320

interface Copy {
  buyerName: string
  reference: string
}

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
/** The letters of names, and the signs beside them. */
const letters =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ' +
  'ẸẹỌọṢṣỊịỤụṄṅḾḿǸǹŃńƁɓƊɗƘƙƳƴŊŋƐɛƆɔƎǝĀāĒēĪīŌōŪūŠšŽžČčŁłĞğŞşİıŐőŰűĆćĐđ·–—‘’“”…'
const marked = [...'AEIOUaeiouẸẹỌọỊịỤụMNmnƐɛƆɔƎǝ'].flatMap((base) =>
  [...'\u0300\u0301\u0302\u0303\u0304\u030c'].map((mark) => (base + mark).normalize('NFC')),
)

let outlines: Promise<Outlines> | undefined

/** They are drawn once, in the thread that has the fonts; a failure is tried again. */
function findOutlines(): Promise<Outlines> {
  outlines ??= outlineLetters([...new Set([...ascii, ...letters, ...marked])])
  outlines.catch(() => {
    outlines = undefined
  })
  return outlines
}

/** The two places of a prepared PDF as they are in this buyer's copy: each has exactly its room. */
export async function drawStamp({
  buyerName,
  reference,
}: Copy): Promise<{ drawing: Buffer; entry: Buffer }> {
  const known = await findOutlines()
  const name = oneLine(buyerName.normalize('NFC'))
  const named = lettersOf(name, known)
  // Letters that are all different need the most room; no name has so many.
  for (let kept = named.length; kept >= 0; kept--) {
    const shown = kept < named.length ? [...named.slice(0, kept), '…'] : named
    const beside = shown.length > 0 ? [' ', '·', ' '] : []
    const drawing = fillStream(
      drawLine([...shown, ...beside, ...lettersOf(reference, known)], known),
    )
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

/** The letters that are drawn; a sign that no glyph is for is a question mark, one that has a plainer form is that. */
function lettersOf(text: string, known: Outlines): string[] {
  const clusters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  return clusters.map(({ segment }) => {
    const plain = segment.normalize('NFD').replace(/\p{M}/gu, '')
    return [segment, plain].find((letter) => letter in known) ?? '?'
  })
}

/** The line is centred over the origin. */
function drawLine(line: string[], known: Outlines): Buffer {
  let pen = 0
  const drawn = line.map((letter) => {
    const { width = 0, outline = '' } = known[letter] ?? {}
    const placed = outline && `q 1 0 0 1 ${pen} 0 cm\n${outline}\nf Q`
    pen += width
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
