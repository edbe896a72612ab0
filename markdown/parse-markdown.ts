import MarkdownIt, { type Token } from 'markdown-it'
import type { Mark, Node } from 'prosemirror-model'
import { uploadId } from '#contract/uploads.ts'
import { cleanText } from './canonical.ts'
import { isLink } from './links.ts'
import { node, storySchema } from './story-schema.ts'

// Only the syntax listed here is parsed: HTML, code, tables and bare addresses stay text.
const tokenizer = new MarkdownIt('zero').enable([
  'blockquote',
  'emphasis',
  'entity',
  'escape',
  'heading',
  'hr',
  'image',
  'link',
  'list',
  'newline',
])
tokenizer.validateLink = isLink
// An address stays as it was typed.
tokenizer.normalizeLink = (address) => address

/** A token with the tokens up to its closing one. */
interface Branch {
  token: Token
  children: Branch[]
}

/** Parses a story to a tree. Never fails: unknown syntax is a paragraph. */
export function parseMarkdown(markdown: string): Node {
  const blocks = storyBlocks(treeOf(tokenizer.parse(cleanText(markdown), {})))
  return node('doc', null, blocks.length > 0 ? blocks : [node('paragraph', null)])
}

function treeOf(tokens: Token[]): Branch[] {
  const root: Branch[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const branch = { token, children: [] }
    open.at(-1)?.push(branch)
    if (token.nesting > 0) open.push(branch.children)
  }
  return root
}

function storyBlocks(branches: Branch[]): Node[] {
  return branches.flatMap((branch) => {
    const { token, children } = branch
    if (token.type === 'heading_open') return heading(branch)
    if (token.type === 'hr') return node('divider', null)
    if (token.type === 'blockquote_open') return quotes(children)
    if (token.type.endsWith('_list_open')) return list(branch)
    return withPictures(children)
  })
}

/** `#` is the title's; below `###` nothing is. */
function heading({ token, children }: Branch): Node {
  const level = token.tag === 'h1' || token.tag === 'h2' ? 2 : 3
  const text = inline(tokensOf(children)).filter(({ isText }) => isText)
  return node('heading', { level }, text)
}

/** `>` quotes, `>>` pulls a quote out. */
function quotes(children: Branch[]): Node[] {
  const parts: { name: string; branches: Branch[] }[] = []
  for (const branch of children) {
    const isPull = branch.token.type === 'blockquote_open'
    const name = isPull ? 'pull_quote' : 'quote'
    const last = parts.at(-1)
    if (last && last.name === name && !isPull) last.branches.push(branch)
    else parts.push({ name, branches: isPull ? branch.children : [branch] })
  }
  return parts.flatMap(({ name, branches }) => {
    const content = paragraphs(branches)
    return content.length > 0 ? node(name, null, content) : []
  })
}

/** Content of a quotation or a list item becomes paragraphs. */
function paragraphs(branches: Branch[]): Node[] {
  return branches.flatMap(({ token, children }) => {
    if (token.type === 'inline') return paragraphOf(token.children ?? [])
    return paragraphs(children)
  })
}

function list({ token, children }: Branch): Node {
  const isOrdered = token.type === 'ordered_list_open'
  const items = children.map((item) => {
    const content = item.children.flatMap((branch) =>
      branch.token.type.endsWith('_list_open') ? list(branch) : paragraphs([branch]),
    )
    const isWhole = content[0]?.type.name === 'paragraph'
    return node('list_item', null, isWhole ? content : [node('paragraph', null), ...content])
  })
  if (!isOrdered) return node('bullet_list', null, items)
  return node('ordered_list', { start: Number(token.attrGet('start') ?? 1) }, items)
}

function tokensOf(children: Branch[]): Token[] {
  return children[0]?.token.children ?? []
}

/** A picture within a paragraph becomes a block. */
function withPictures(children: Branch[]): Node[] {
  const blocks: Node[] = []
  let open: Token[] = []
  const close = () => {
    blocks.push(...paragraphOf(open))
    open = []
  }
  for (const token of tokensOf(children)) {
    const picture = token.type === 'image' ? pictureOf(token) : undefined
    if (picture) {
      close()
      blocks.push(picture)
    } else {
      open.push(token)
    }
  }
  close()
  return blocks
}

function paragraphOf(tokens: Token[]): Node[] {
  const content = inline(tokens)
  while (content[0]?.type.name === 'line_break') content.shift()
  while (content.at(-1)?.type.name === 'line_break') content.pop()
  return content.length > 0 ? [node('paragraph', null, content)] : []
}

/** Undefined for a picture of another site: its size is unknown, and its host would see who reads. */
function pictureOf(token: Token): Node | undefined {
  const src = token.attrGet('src') ?? ''
  if (!uploadId(src)) return undefined
  const title = token.attrGet('title') ?? ''
  const end = title.lastIndexOf('|')
  const [caption, credit] = end < 0 ? [title, ''] : [title.slice(0, end), title.slice(end + 1)]
  return node('picture', {
    src,
    alt: altOf(token),
    caption: caption.trim(),
    credit: credit.trim(),
  })
}

function altOf(token: Token): string {
  return (token.children ?? [])
    .map((child) => (child.type.endsWith('break') ? ' ' : child.content))
    .join('')
    .trim()
}

const marksByTag: Record<string, string> = { strong: 'strong', em: 'em', a: 'link' }

function inline(tokens: Token[]): Node[] {
  const content: Node[] = []
  let marks: readonly Mark[] = []
  const addText = (text: string, under = marks) => {
    if (text === '') return
    const last = content.at(-1)
    if (last?.isText && last.marks.length === under.length && sameMarks(last.marks, under)) {
      content[content.length - 1] = storySchema.text(`${last.text}${text}`, under)
    } else {
      content.push(storySchema.text(text, under))
    }
  }
  for (const token of tokens) {
    const name = marksByTag[token.tag]
    if (token.type === 'text' || token.type === 'text_special') addText(token.content)
    else if (token.type.endsWith('break')) content.push(storySchema.node('line_break'))
    else if (token.type === 'image') addPicture(token, addText, marks)
    else if (name && token.nesting > 0) {
      const attrs = name === 'link' ? { href: token.attrGet('href') ?? '' } : null
      marks = storySchema.mark(name, attrs).addToSet(marks)
    } else if (name) {
      marks = marks.filter(({ type }) => type.name !== name)
    }
  }
  return content
}

/** Where no picture is allowed: its alternative text, as a link if the address is allowed. */
function addPicture(
  token: Token,
  addText: (text: string, marks: readonly Mark[]) => void,
  marks: readonly Mark[],
) {
  const src = token.attrGet('src') ?? ''
  const text = altOf(token) || src
  addText(text, isLink(src) ? storySchema.mark('link', { href: src }).addToSet(marks) : marks)
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.every((mark, index) => mark.eq(b[index] as Mark))
}
