import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Mark, Node } from 'prosemirror-model'
import { canonical, cleanText } from './canonical.ts'
import { isLink } from './links.ts'
import { node, storySchema } from './story-schema.ts'

/** Attributes of an `<img>`, with its caption. */
interface FoundPicture {
  src: string
  alt: string
  caption: string
}

interface Options {
  /** Returns the uploaded picture; undefined omits it. */
  picture?: (found: FoundPicture) => { src: string; credit?: string } | undefined
  /** Rewrites the address of a link. */
  link?: (href: string) => string
  /** Whether an iframe becomes a link; by default all do. */
  frame?: (src: string) => boolean
}

interface Read {
  doc: Node
  /** Unsupported elements, each once: `table`, `iframe https://…`. */
  losses: string[]
}

type Marks = readonly Mark[]
interface State {
  blocks: Node[]
  /** Inline nodes of the open paragraph. */
  line: Node[]
  options: Options
  losses: Set<string>
  /** The pictures inside a block that allows none. */
  pictures?: Node[]
  /** The common indentation of preformatted text, which is dropped. */
  before?: number
}

const dropped = new Set(
  'script style head title meta link template noscript svg math canvas button input select textarea'.split(
    ' ',
  ),
)
const blocks = new Set(
  'p div section article main header footer address dl dt dd pre fieldset form details summary center body html caption figcaption td th'.split(
    ' ',
  ),
)
const embedded = new Set('iframe object embed video audio'.split(' '))

/** Converts HTML of Word, Google Docs, web pages and other magazines to the story schema. */
export function fromHtml(html: string, options: Options = {}): Read {
  const state: State = { blocks: [], line: [], options, losses: new Set() }
  readAll(parseDocument(html).children, [], state)
  endLine(state)
  const doc = node('doc', null, state.blocks.length > 0 ? state.blocks : [node('paragraph', null)])
  return { doc: canonical(doc), losses: [...state.losses] }
}

function readAll(nodes: ChildNode[], marks: Marks, state: State) {
  for (let index = 0; index < nodes.length; index++) {
    const child = nodes[index] as ChildNode
    const items = wordItems(nodes, index)
    if (items.length > 0) {
      endLine(state)
      state.blocks.push(...wordLists(items, marks, state))
      index = nodes.indexOf(items.at(-1) as Element)
    } else if (isText(child)) addText(child.data, marks, state)
    else if (isTag(child)) readElement(child, marks, state)
  }
}

function readElement(element: Element, marks: Marks, state: State) {
  const { name, attribs, children } = element
  const inside = marksOf(element, marks, state)
  if (dropped.has(name)) return
  if (name === 'br') state.line.push(storySchema.node('line_break'))
  else if (name === 'hr') addBlock(node('divider', null), state)
  else if (/^h[1-6]$/.test(name)) addWithPictures(headingOf, element, inside, state)
  else if (name === 'ul' || name === 'ol') addWithPictures(listOf, element, inside, state)
  else if (name === 'blockquote') addWithPictures(quoteOf, element, inside, state)
  else if (name === 'img') addImage(element, marks, state)
  else if (name === 'figure') readFigure(element, inside, state)
  else if (name === 'table') {
    state.losses.add('table')
    inParagraph(children, inside, state)
  } else if (name === 'tr') addRow(element, inside, state)
  else if (embedded.has(name)) addEmbedded(attribs['src'] ?? attribs['data'] ?? '', name, state)
  else if (name === 'pre') {
    endLine(state)
    const { before } = state
    state.before = indentOf(element)
    inParagraph(children, inside, state)
    if (before === undefined) delete state.before
    else state.before = before
  } else if (blocks.has(name) || name === 'li') inParagraph(children, inside, state)
  else readAll(children, inside, state)
}

function inParagraph(children: ChildNode[], marks: Marks, state: State) {
  endLine(state)
  readAll(children, marks, state)
  endLine(state)
}

/** A row of a table as one line, unless a cell holds more than that. */
function addRow(element: Element, marks: Marks, state: State) {
  const cells = element.children
    .map((cell) => blocksIn([cell], marks, state))
    .filter((cell) => cell.length > 0)
  endLine(state)
  const isLine = cells.every(([first, ...more]) => first?.type.name === 'paragraph' && !more.length)
  if (!isLine) return state.blocks.push(...cells.flat())
  for (const [index, [cell]] of cells.entries()) {
    if (index > 0) addText(' · ', [], state)
    state.line.push(...(cell?.children ?? []))
  }
  return endLine(state)
}

function addBlock(block: Node | undefined, state: State) {
  endLine(state)
  if (block) state.blocks.push(block)
}

/** Headings, lists and quotations allow no pictures, which go below. */
function addWithPictures(
  read: (element: Element, marks: Marks, state: State) => Node | undefined,
  element: Element,
  marks: Marks,
  state: State,
) {
  const pictures: Node[] = []
  addBlock(read(element, marks, { ...state, pictures }), state)
  if (state.pictures) state.pictures.push(...pictures)
  else state.blocks.push(...pictures)
}

function endLine(state: State) {
  if (state.line.length > 0) state.blocks.push(node('paragraph', null, merged(state.line)))
  state.line = []
}

/** Indentation of the least indented line. */
function indentOf(element: Element): number {
  const lines = linesOf(element)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return Math.min(...lines.map((line) => line.length - line.trimStart().length), 99)
}

function linesOf(child: ChildNode): string {
  if (isText(child)) return withoutTabs(child.data)
  if (!isTag(child)) return ''
  return child.name === 'br' ? '\n' : child.children.map(linesOf).join('')
}

const withoutTabs = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ')

/** Preserves line breaks and relative indentation. */
function addLines(text: string, marks: Marks, state: State, before: number) {
  for (const [index, line] of withoutTabs(text).split('\n').entries()) {
    const isAtStart = index > 0 || (state.line.at(-1)?.type.name ?? 'line_break') === 'line_break'
    if (index > 0) state.line.push(storySchema.node('line_break'))
    const words = line.trimStart()
    const inner = isAtStart ? line.length - words.length - before : 0
    const indent = words && inner > 0 ? '\u00a0'.repeat(inner) : ''
    const rest = isAtStart ? words : line
    const added = indent + cleanText(rest).replace(/ +/g, ' ')
    if (added) state.line.push(storySchema.text(added, marks))
  }
}

/** Collapses white space as HTML does. */
function addText(text: string, marks: Marks, state: State) {
  if (state.before !== undefined) {
    addLines(text, marks, state, state.before)
    return
  }
  const last = state.line.at(-1)
  const collapsed = cleanText(text).replace(/[ \n]+/g, ' ')
  const isAfterSpace = !last?.isText || last.text?.endsWith(' ')
  const added = isAfterSpace ? collapsed.replace(/^ /, '') : collapsed
  if (added) state.line.push(storySchema.text(added, marks))
}

function merged(line: Node[]): Node[] {
  const nodes: Node[] = []
  for (const part of line) {
    const last = nodes.at(-1)
    if (last?.isText && part.isText && sameSet(last.marks, part.marks)) {
      nodes[nodes.length - 1] = storySchema.text(`${last.text}${part.text}`, part.marks)
    } else nodes.push(part)
  }
  return nodes
}

function sameSet(a: Marks, b: Marks) {
  return a.length === b.length && a.every((mark, index) => mark.eq(b[index] as Mark))
}

/**
 * Reads the style attribute: Google Docs wraps everything in `<b style="font-weight:normal">`, and marks bold text by
 * `<span style="font-weight:700">`.
 */
function marksOf({ name, attribs }: Element, marks: Marks, { options }: State): Marks {
  let result = marks
  const set = (type: string, isOn: boolean | undefined, attrs?: { href: string }) => {
    if (isOn === undefined) return
    result = result.filter((mark) => mark.type.name !== type)
    if (isOn) result = storySchema.mark(type, attrs).addToSet(result)
  }
  const style = styleOf(attribs['style'])
  const isHeading = /^h[1-6]$/.test(name)
  if (name === 'b' || name === 'strong') set('strong', true)
  if (name === 'i' || name === 'em' || name === 'cite') set('em', true)
  if (!isHeading) set('strong', isBold(style.get('font-weight')))
  set('em', isSlanted(style.get('font-style')))
  if (name === 'a') {
    const typed = withoutRedirect(attribs['href']?.trim() ?? '')
    const href = options.link?.(typed) ?? typed
    // An anchor within the source page: a footnote of Word, a heading of Google Docs.
    if (!typed.startsWith('#') && isLink(href)) set('link', true, { href })
  }
  return result
}

const declaration = /(?:^|;)\s*([\w-]+)\s*:((?:"[^"]*"|'[^']*'|[^;"'])*)/g

/** What a style attribute says, by the whole name of each property: Word adds some of its own to every name. The last one counts. */
function styleOf(style = ''): ReadonlyMap<string, string> {
  const entries = [...style.matchAll(declaration)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value.trim().toLowerCase()] as const,
  )
  return new Map(entries)
}

/** Undefined for an inherited weight. */
function isBold(weight = ''): boolean | undefined {
  const [, word = ''] = /^([a-z]+|[\d.]+)/.exec(weight) ?? []
  if (/^(bold|bolder)$/.test(word)) return true
  if (/^(normal|lighter)$/.test(word)) return false
  return /^\d/.test(word) ? Number(word) >= 600 : undefined
}

function isSlanted(slant = ''): boolean | undefined {
  if (/^(italic|oblique)\b/.test(slant)) return true
  return /^normal\b/.test(slant) ? false : undefined
}

/** Google Docs sends links through its own host. */
function withoutRedirect(href: string): string {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href)) return href
  return new URL(href).searchParams.get('q') ?? href
}

/** Blocks of an element, separate from those around it. */
function blocksIn(children: ChildNode[], marks: Marks, state: State): Node[] {
  const inner: State = { ...state, blocks: [], line: [] }
  readAll(children, marks, inner)
  endLine(inner)
  return inner.blocks
}

function headingOf(element: Element, marks: Marks, state: State): Node {
  const lines = blocksIn(element.children, marks, state).filter(({ isTextblock }) => isTextblock)
  const level = Number(element.name[1]) <= 2 ? 2 : 3
  return node('heading', { level }, merged(lines.flatMap(inOneLine)))
}

/** Line breaks of a heading become spaces. */
function inOneLine({ children }: Node): Node[] {
  const words: Node[] = []
  for (const child of [...children, storySchema.node('line_break')]) {
    if (child.isText) words.push(child)
    else if (!words.at(-1)?.text?.endsWith(' ')) words.push(storySchema.text(' '))
  }
  return words
}

/** All content becomes paragraphs. */
function paragraphsIn(block: Node): Node[] {
  if (block.isTextblock) return block.type.name === 'paragraph' ? [block] : [asParagraph(block)]
  return block.children.flatMap(paragraphsIn)
}

function asParagraph(block: Node): Node {
  return node('paragraph', null, block.children)
}

function quoteOf(element: Element, marks: Marks, state: State): Node | undefined {
  const type = isPullQuote(element) ? 'pull_quote' : 'quote'
  const content = blocksIn(element.children, marks, state).flatMap(paragraphsIn)
  return content.length > 0 ? node(type, null, content) : undefined
}

function isPullQuote(element: Element): boolean {
  const parent = element.parent
  const classes = [element, ...(parent && isTag(parent) ? [parent] : [])].map(
    ({ attribs }) => attribs['class'] ?? '',
  )
  return classes.some((names) => /pullquote|pull-quote/.test(names))
}

function listOf(element: Element, marks: Marks, state: State): Node | undefined {
  const items: Node[] = []
  for (const child of element.children.filter(isTag)) {
    const parts = blocksIn(child.name === 'li' ? child.children : [child], marks, state)
    const last = items.at(-1)
    // Word and old pages nest a list beside its item.
    if (child.name !== 'li' && last && parts.every(isList)) {
      items[items.length - 1] = node('list_item', null, [...last.children, ...parts])
    } else if (parts.length > 0) items.push(itemOf(parts))
  }
  if (items.length === 0) return undefined
  const start = Number(element.attribs['start'] ?? 1)
  return listNode(
    element.name === 'ol',
    items,
    Number.isSafeInteger(start) && start > 0 ? start : 1,
  )
}

function listNode(isOrdered: boolean, items: Node[], start = 1): Node {
  return isOrdered ? node('ordered_list', { start }, items) : node('bullet_list', null, items)
}

const isList = ({ type }: Node) => type.isInGroup('list')

function itemOf(parts: Node[]): Node {
  const content = parts.flatMap((part) => (isList(part) ? [part] : paragraphsIn(part)))
  const isWhole = content[0]?.type.name === 'paragraph'
  return node('list_item', null, isWhole ? content : [node('paragraph', null), ...content])
}

function readFigure(element: Element, marks: Marks, state: State) {
  const all = descendants(element)
  const [picture, ...others] = all.filter(({ name }) => name === 'img')
  const below = all.find(({ name }) => name === 'figcaption')
  // A gallery is a figure of figures.
  if (!picture || others.length > 0) return inParagraph(element.children, marks, state)
  addPicture(picture, below ? wordsOf(below) : '', state)
}

function descendants(element: Element): Element[] {
  return element.children.filter(isTag).flatMap((child) => [child, ...descendants(child)])
}

function wordsOf(element: ChildNode): string {
  if (isText(element)) return element.data
  if (isTag(element) && element.name === 'br') return ' '
  return isTag(element) ? element.children.map(wordsOf).join('').replace(/\s+/g, ' ').trim() : ''
}

/** One emoji, which WhatsApp and WordPress insert as an inline picture: only these characters, and not just digits. */
const signs = /^(?:\p{Emoji}|\u200d|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}])+$/u
const drawn = /\p{Emoji_Presentation}|\u200d|\ufe0f|\u20e3/u
const isDrawnSign = (alt: string) => alt.length < 32 && signs.test(alt) && drawn.test(alt)

function addImage(element: Element, marks: Marks, state: State) {
  const alt = element.attribs['alt']?.trim() ?? ''
  if (isDrawnSign(alt)) addText(alt, marks, state)
  else addPicture(element, '', state)
}

/** The address; lazy-loading pages have it in other attributes. */
function addressOf(attribs: Element['attribs']): string {
  const late = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original']
  const [first] = (attribs['srcset'] ?? attribs['data-srcset'] ?? '').trim().split(/[\s,]/)
  const src = attribs['src'] ?? ''
  return late && (src === '' || src.startsWith('data:')) ? late : src || first || ''
}

function addPicture({ attribs }: Element, caption: string, state: State) {
  const src = addressOf(attribs)
  const alt = attribs['alt'] ?? ''
  const ours = state.options.picture?.({ src, alt, caption })
  if (!ours) {
    state.losses.add(`picture ${src.slice(0, 200)}`.trim())
    return
  }
  const picture = node('picture', { src: ours.src, alt, caption, credit: ours.credit ?? '' })
  if (state.pictures) state.pictures.push(picture)
  else addBlock(picture, state)
}

function addEmbedded(src: string, name: string, state: State) {
  const isShown = name !== 'iframe' || (state.options.frame?.(src) ?? true)
  state.losses.add(`${name} ${src}${isShown ? '' : ', which is left out'}`.trim())
  if (!isShown || !isLink(src)) return
  endLine(state)
  addText(src, [storySchema.mark('link', { href: src })], state)
  endLine(state)
}

// Word writes lists as paragraphs, with the bullet in a span and the level in the style.

const wordList = ({ attribs }: Element) => styleOf(attribs['style']).get('mso-list') ?? ''
const wordLevel = (element: Element) => Number(/level(\d)/.exec(wordList(element))?.[1] ?? 0)

/** Adjacent paragraphs of a Word list, from here on. */
function wordItems(nodes: ChildNode[], from: number): Element[] {
  const items: Element[] = []
  for (const child of nodes.slice(from)) {
    if (isText(child) && child.data.trim() === '' && items.length > 0) continue
    if (!isTag(child) || child.name !== 'p' || wordLevel(child) === 0) break
    items.push(child)
  }
  return items
}

function wordLists(items: Element[], marks: Marks, state: State): Node[] {
  const lists: { isOrdered: boolean; items: Node[] }[] = []
  for (let index = 0; index < items.length; index++) {
    const element = items[index] as Element
    const level = wordLevel(element)
    const sign = element.children.find((child) => isTag(child) && isSign(child))
    const rest = element.children.filter((child) => child !== sign)
    const deeper: Element[] = []
    while (items[index + 1] && wordLevel(items[index + 1] as Element) > level) {
      deeper.push(items[++index] as Element)
    }
    const isOrdered = sign !== undefined && /^\(?(\d+|[a-z]{1,4})[.)]/i.test(wordsOf(sign).trim())
    const parts = [
      ...blocksIn(rest, marksOf(element, marks, state), state),
      ...(deeper.length > 0 ? wordLists(deeper, marks, state) : []),
    ]
    if (parts.length === 0) continue
    const last = lists.at(-1)
    if (last?.isOrdered === isOrdered) last.items.push(itemOf(parts))
    else lists.push({ isOrdered, items: [itemOf(parts)] })
  }
  return lists.map((list) => listNode(list.isOrdered, list.items))
}

function isSign(child: Element): boolean {
  if (wordList(child) === 'ignore') return true
  return child.children.some((inner) => isTag(inner) && isSign(inner))
}
