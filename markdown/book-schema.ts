import { type Attrs, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { isLink } from './links.ts'
import { deepestMath, mathAttributes, mathElements } from './math-names.mjs'
import { storySchema } from './story-schema.ts'

// What a chapter of a book can contain: what a story can, and what books have besides. It is read from files of
// strangers, so every attribute is checked: nothing else is stored, and pages render these nodes alone.

const isText = 'string'
/** A language as BCP 47 has it; empty where it is that of the text around. */
const isLanguage = of(/^$|^[a-z]{2,3}(-[a-z\d]{1,8}){0,4}$/i)
const isDirection = of(/^$|^(ltr|rtl)$/)
/** What links lead to; empty where nothing does. */
const isAnchor = of(/^$|^[a-z]\d{1,6}$/)

/** Of each block that holds text. */
const textAttrs = {
  anchor: { default: '', validate: isAnchor },
  lang: { default: '', validate: isLanguage },
  dir: { default: '', validate: isDirection },
}
const aligned = { align: { default: '', validate: of(/^$|^(center|right|indent)$/) } }
const anchored = { anchor: textAttrs.anchor }

const spec = storySchema.spec
const inherited = (name: string, change: Partial<NodeSpec>): NodeSpec => ({
  ...(spec.nodes.get(name) as NodeSpec),
  ...change,
})

export const bookSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: inherited('paragraph', { attrs: { ...textAttrs, ...aligned } }),
    /** Below the title of the chapter, which is the first level; four more. */
    heading: inherited('heading', {
      content: 'inline*',
      attrs: { level: { default: 2, validate: isLevel }, ...textAttrs, ...aligned },
    }),
    quote: inherited('quote', { content: 'block+', attrs: anchored }),
    /** Each paragraph is a stanza, each line break a line; an indent is of spaces that do not break. */
    verse: { group: 'block', content: 'paragraph+', attrs: anchored },
    bullet_list: inherited('bullet_list', { attrs: anchored }),
    ordered_list: inherited('ordered_list', {
      attrs: { ...anchored, start: { default: 1, validate: 'number' } },
    }),
    list_item: inherited('list_item', { content: 'block+', attrs: anchored }),
    /** Of the book, by its number among the pictures that were read with it (from 0). */
    picture: {
      group: 'block',
      atom: true,
      attrs: {
        ...anchored,
        number: { validate: isCount },
        alt: { default: '', validate: isText },
      },
    },
    /** Pictures, tables or whatever else is shown apart, with words to it. */
    figure: { group: 'block', content: 'block+ caption?', attrs: anchored },
    caption: { content: 'inline*', attrs: textAttrs },
    table: { group: 'block', content: 'caption? row+', attrs: anchored },
    row: { content: 'cell+' },
    cell: {
      content: 'block+',
      attrs: {
        isHeader: { default: false, validate: 'boolean' },
        columns: { default: 1, validate: isSpan },
        rows: { default: 1, validate: isSpan },
      },
    },
    /** A note to the text, where the book has it: at the foot of the chapter or among its last pages. */
    note: { group: 'block', content: 'block+', attrs: anchored },
    divider: inherited('divider', { attrs: anchored }),
    text: { group: 'inline' },
    line_break: spec.nodes.get('line_break') as NodeSpec,
    /** Where a page of the printed book begins. */
    page_number: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { ...anchored, label: { validate: isText } },
    },
    /** A formula, as elements that may contain each other. */
    math: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { isBlock: { default: false, validate: 'boolean' }, tree: { validate: isMath } },
    },
  },
  // Outermost first.
  marks: {
    /** Out of the book. */
    link: {
      attrs: { href: { validate: isAddress } },
      inclusive: false,
    },
    /** To a place in the book: the number of a part (`{n}` of its address), from 1, and what it has as an anchor. */
    place: {
      attrs: {
        part: { validate: isCount },
        anchor: { validate: isAnchor },
        isNote: { default: false, validate: 'boolean' },
      },
      inclusive: false,
    },
    language: { attrs: { lang: textAttrs.lang, dir: textAttrs.dir } },
    strong: {},
    em: {},
    small_caps: {},
    sub: { excludes: 'sup' },
    sup: { excludes: 'sub' },
  },
})

/** A formula: the name of an element of MathML, its attributes, and what it contains. */
export type MathTree = [name: string, attributes: Record<string, string>, ...MathPart[]]
export type MathPart = MathTree | string

/** A document of chapters from its JSON; throws for anything that the schema does not allow. */
export function chapterDocument(json: unknown): Node {
  const doc = bookSchema.nodeFromJSON(json)
  doc.check()
  return doc
}

/** Creates a node; throws if the schema does not allow the content. */
export function bookNode(name: string, attrs: Attrs | null, content: readonly Node[] = []): Node {
  return bookSchema.node(name, attrs, [...content])
}

function of(allowed: RegExp) {
  return (value: unknown) => {
    if (typeof value !== 'string' || !allowed.test(value))
      throw new RangeError(`Not allowed: ${value}`)
  }
}

function isLevel(level: unknown) {
  if (![2, 3, 4, 5].includes(level as number))
    throw new RangeError(`No level of a heading: ${level}`)
}

function isCount(value: unknown) {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new RangeError(`No count: ${value}`)
}

function isSpan(value: unknown) {
  isCount(value)
  if (Number(value) < 1 || Number(value) > 100) throw new RangeError(`No span: ${value}`)
}

function isAddress(href: unknown) {
  if (typeof href !== 'string' || !isLink(href)) throw new RangeError(`No link: ${href}`)
}

function isMath(tree: unknown, depth = 0) {
  const [name, attributes, ...parts] = Array.isArray(tree) ? tree : []
  const isKnown =
    mathElements.has(name) &&
    depth < deepestMath &&
    Object.entries(attributes as object).every(
      ([key, value]) => mathAttributes.has(key) && typeof value === 'string',
    )
  if (!isKnown) throw new RangeError(`No formula: ${name}`)
  for (const part of parts) if (typeof part !== 'string') isMath(part, depth + 1)
}
