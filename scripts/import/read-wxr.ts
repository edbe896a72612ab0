import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'

// WordPress' export is RSS with elements of its own, often too large to be held: it is read piece by piece.

export interface WxrItem {
  /** Text by the name of the element: `title`, `wp:post_id`. */
  fields: Record<string, string>
  categories: { domain: string; nicename: string; name: string }[]
  /** The few entries of `wp:postmeta` that are used. */
  meta: Record<string, string[]>
  comments: number
  /** Control characters that are forbidden in XML. */
  removed: number
}

type WxrPart =
  | { kind: 'item'; item: WxrItem }
  | { kind: 'author'; fields: Record<string, string> }
  /** An element of the channel itself. */
  | { kind: 'channel'; name: string; text: string }
  /** Whole: the file does not end in the middle. */
  | { kind: 'end'; isWhole: boolean }

const usedMeta = ['_thumbnail_id', '_wp_attachment_image_alt', '_wp_old_slug']
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that break XML.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g

/** Reads the parts in the order of the file. */
export async function* readWxr(path: string): AsyncGenerator<WxrPart> {
  const parts: WxrPart[] = []
  const open: string[] = []
  let text = ''
  /** Whether it stands as it is, and is HTML; else the file has it written out, and nothing in it is a tag. */
  let isQuoted = false
  let attributes: Record<string, string> = {}
  let item = newItem()
  let author: Record<string, string> = {}
  let entry = { key: '', value: '' }
  let isWhole = false

  const takeOfItem = (name: string) => {
    if (name === 'category') {
      const { domain = '', nicename = '' } = attributes
      item.categories.push({ domain, nicename, name: text.trim() })
    } else if (name === 'wp:comment') item.comments += 1
    else if (name === 'wp:postmeta') {
      const { key, value } = entry
      if (usedMeta.includes(key)) item.meta[key] = [...(item.meta[key] ?? []), value]
      entry = { key: '', value: '' }
    } else item.fields[name] = name === 'title' && !isQuoted ? written(text) : text
  }

  /** It is called when the element ends. */
  const take = (name: string, parent: string | undefined) => {
    if (parent === 'item') takeOfItem(name)
    else if (parent === 'wp:author') author[name] = text.trim()
    else if (parent === 'channel') parts.push({ kind: 'channel', name, text: text.trim() })
    else if (parent === 'wp:postmeta' && name === 'wp:meta_key') entry.key = text.trim()
    else if (parent === 'wp:postmeta' && name === 'wp:meta_value') entry.value = text.trim()
  }

  const parser = new Parser(
    {
      onopentag(name, attribs) {
        open.push(name)
        text = ''
        isQuoted = false
        attributes = attribs
        if (name === 'item') item = newItem()
        if (name === 'wp:author') author = {}
      },
      oncdatastart() {
        isQuoted = true
      },
      ontext(piece) {
        const valid = piece.replace(forbidden, '')
        item.removed += piece.length - valid.length
        text += valid
      },
      onclosetag(name, isImplied) {
        open.pop()
        if (isImplied && open.length < 3) return
        if (name === 'item') parts.push({ kind: 'item', item })
        else if (name === 'wp:author') parts.push({ kind: 'author', fields: author })
        else take(name, open.at(-1))
        if (name === 'channel') isWhole = true
        text = ''
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    parser.write(decoder.decode(piece as Buffer, { stream: true }))
    yield* parts.splice(0)
  }
  parser.end(decoder.decode())
  yield* parts
  yield { kind: 'end', isWhole }
}

function written(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function newItem(): WxrItem {
  return { fields: {}, categories: [], meta: {}, comments: 0, removed: 0 }
}
