import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { node, storySchema } from './story-schema.ts'

// Markdown cannot express everything that an editor's document can contain: an empty paragraph, a bold space. The canonical
// document is what survives writing and parsing unchanged.

interface Piece {
  text: string
  marks: readonly Mark[]
}

const { strong, em, link } = storySchema.marks

/** Drops empty blocks, trailing spaces, and bold or italic marks that Markdown would not recognize. */
export function canonical(doc: Node): Node {
  const blocks = blocksOf(doc)
  return node('doc', null, blocks.length > 0 ? blocks : [node('paragraph', null)])
}

function blocksOf(parent: Node): Node[] {
  const blocks: Node[] = []
  parent.forEach((child) => {
    if (child.isTextblock) {
      const block = textblockOf(child)
      if (block.childCount > 0) blocks.push(block)
    } else if (child.isLeaf) {
      blocks.push(child.type.name === 'picture' ? pictureOf(child) : child)
    } else {
      const content = blocksOf(child)
      if (child.type.name === 'list_item') blocks.push(...itemsOf(child, content))
      else if (content.length > 0) blocks.push(child.copy(Fragment.from(content)))
    }
  })
  return blocks
}

/** Cached by node, which is immutable: typing in a long story recomputes one paragraph only. */
const known = new WeakMap<Node, Node>()

function textblockOf(block: Node): Node {
  const before = known.get(block)
  if (before) return before
  const made = block.copy(inlineOf(block))
  known.set(block, made)
  return made
}

/** An item begins with text: one that only contains a list is replaced by the items of that list. */
function itemsOf(item: Node, [first, ...rest]: Node[]): Node[] {
  if (!first) return []
  if (first.isTextblock) return [item.copy(Fragment.from([first, ...rest]))]
  const inner = first.children
  const last = inner.at(-1) as Node
  return [...inner.slice(0, -1), last.copy(last.content.append(Fragment.from(rest)))]
}

function pictureOf({ attrs }: Node): Node {
  const line = (name: string) => cleanLine(attrs[name])
  const part = (name: string) => line(name).replaceAll('|', '/').replace(/\s+/g, ' ').trim()
  return node('picture', {
    src: attrs['src'],
    alt: line('alt').replace(/\s+/g, ' ').trim(),
    caption: part('caption'),
    credit: part('credit'),
  })
}

/** Leaves out control characters, including those for text direction, which can disguise a text. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that go.
      .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, '')
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/[\t\u2028\u2029]/g, ' ')
  )
}

function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', ' ')
}

function inlineOf(block: Node): Fragment {
  const lines: Piece[][] = [[]]
  block.forEach((child) => {
    if (child.isText) lines.at(-1)?.push({ text: cleanLine(child.text ?? ''), marks: child.marks })
    else lines.push([])
  })
  const filled: Piece[][] = []
  for (const line of lines) {
    const pieces = trimmed(line, filled.length > 0)
    if (pieces.length > 0) filled.push(pieces)
  }
  const content = filled.flatMap((line, index) => [
    ...(index > 0 ? [storySchema.node('line_break')] : []),
    ...shrinkMarks(line).map(({ text, marks }) => storySchema.text(text, marks)),
  ])
  return Fragment.fromArray(content)
}

/** Spaces that do not break indent a line, as of code, below the first one of its paragraph. */
function trimmed(line: Piece[], isBelow: boolean): Piece[] {
  const pieces = line.filter(({ text }) => text !== '')
  const spaces = isBelow ? /^[^\S\u00a0]+/ : /^\s+/
  while (pieces[0] && pieces[0].text.replace(spaces, '') === '') pieces.shift()
  while (pieces.length > 0 && pieces.at(-1)?.text.trimEnd() === '') pieces.pop()
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first) first.text = first.text.replace(spaces, '')
  if (last) last.text = last.text.trimEnd()
  return pieces
}

interface Letter {
  text: string
  link: Mark | undefined
  strong: boolean
  em: boolean
}

const isSpace = (text: string | undefined) => text === undefined || /^\s$/.test(text)
const isPunctuation = (text: string) => /^[\p{P}\p{S}]$/u.test(text)

/**
 * Markdown recognizes a bold or italic delimiter only beside a letter, or between punctuation and a space (CommonMark,
 * "delimiter run"): a mark gives up spaces at its ends, and punctuation there that touches a letter outside.
 */
function shrinkMarks(line: Piece[]): Piece[] {
  const letters: Letter[] = line.flatMap(({ text, marks }) =>
    Array.from(text, (letter) => ({
      text: letter,
      link: marks.find(({ type }) => type === link),
      strong: marks.some(({ type }) => type === strong),
      em: marks.some(({ type }) => type === em),
    })),
  )
  let isChanged = true
  while (isChanged) {
    isChanged = uncross(letters)
    for (const name of ['strong', 'em'] as const) {
      for (const [index, letter] of letters.entries()) {
        if (letter[name] && [-1, 1].some((step) => isLost(letters, index, step, name))) {
          letter[name] = false
          isChanged = true
        }
      }
    }
  }
  return joined(letters)
}

/**
 * Bold and italic may nest and may touch; where they overlap otherwise, italic ends with bold, and begins
 * again only after a space.
 */
function uncross(letters: Letter[]): boolean {
  const bold = runsOf(letters, 'strong')
  const italics = runsOf(letters, 'em')
  if (endInsideWords(letters, 'em', italics, bold)) return true
  if (endInsideWords(letters, 'strong', bold, italics)) return true
  return italics.some((italic) => bold.some((run) => cutAtCrossing(letters, italic, run)))
}

/** False where they do not cross. */
function cutAtCrossing(letters: Letter[], italic: Run, { from, to }: Run): boolean {
  const isAcrossStart = italic.from < from && from < italic.to && italic.to < to
  const isAcrossEnd = from < italic.from && italic.from < to && to < italic.to
  if (!isAcrossStart && !isAcrossEnd) return false
  const [cut, end] = isAcrossStart ? [from - 1, italic.from] : [to, italic.to - 1]
  const step = isAcrossStart ? -1 : 1
  for (let index = cut; (end - index) * step >= 0; index += step) {
    const letter = letters[index] as Letter
    letter.em = false
    if (isSpace(letter.text)) break
  }
  return true
}

/** An inner mark begins with the outer one or after a space: within a word its delimiter could close another mark. */
function endInsideWords(
  letters: Letter[],
  name: 'strong' | 'em',
  inner: Run[],
  outer: Run[],
): boolean {
  for (const { from, to } of inner) {
    const isWithin = outer.some((run) => run.from < from && to <= run.to)
    if (!isWithin || isSpace(letters[from - 1]?.text)) continue
    for (const letter of letters.slice(from, to)) {
      letter[name] = false
      if (isSpace(letter.text)) break
    }
    return true
  }
  return false
}

interface Run {
  from: number
  /** The first letter without the mark. */
  to: number
}

/** Ranges of adjacent characters in one link that have the mark. */
function runsOf(letters: Letter[], name: 'strong' | 'em'): Run[] {
  const runs: Run[] = []
  for (const [index, letter] of letters.entries()) {
    if (!letter[name]) continue
    const last = runs.at(-1)
    if (last?.to === index && sameLink(letters[index - 1] as Letter, letter)) last.to++
    else runs.push({ from: index, to: index + 1 })
  }
  return runs
}

/** Whether Markdown would not recognize the end of the mark on this side. */
function isLost(letters: Letter[], index: number, step: number, name: 'strong' | 'em'): boolean {
  const letter = letters[index] as Letter
  const beside = letters[index + step]
  const isLinkEnd = beside !== undefined && !sameLink(letter, beside)
  if (beside?.[name] && !isLinkEnd) return false
  if (isSpace(letter.text)) return true
  // A bracket of a link is punctuation.
  return !isLinkEnd && isPunctuation(letter.text) && beside !== undefined && isWord(beside.text)
}

const isWord = (text: string) => !isSpace(text) && !isPunctuation(text)

function sameLink(a: Letter, b: Letter): boolean {
  return a.link === b.link || (a.link !== undefined && b.link !== undefined && a.link.eq(b.link))
}

function joined(letters: Letter[]): Piece[] {
  const pieces: (Piece & { from: Letter })[] = []
  for (const letter of letters) {
    const last = pieces.at(-1)
    if (
      last &&
      sameLink(last.from, letter) &&
      last.from.strong === letter.strong &&
      last.from.em === letter.em
    ) {
      last.text += letter.text
    } else {
      const marks = [
        letter.link,
        letter.strong ? strong?.create() : undefined,
        letter.em ? em?.create() : undefined,
      ].filter((mark) => mark !== undefined)
      pieces.push({ text: letter.text, marks, from: letter })
    }
  }
  return pieces
}
