import type { Mark, Node } from 'prosemirror-model'

interface Options {
  /** Feeds and mails need absolute addresses. */
  absolute: (path: string) => string
}

/** Makes HTML for feeds and mails: escaped text, only tags of the schema, without styles. */
export function toHtml(doc: Node, options: Options): string {
  return doc.children.map((block) => blockHtml(block, options)).join('')
}

const wrappers: Record<string, [open: string, close: string]> = {
  doc: ['', ''],
  quote: ['<blockquote>', '</blockquote>'],
  pull_quote: ['<blockquote>', '</blockquote>'],
  bullet_list: ['<ul>', '</ul>'],
  list_item: ['<li>', '</li>'],
}

function blockHtml(block: Node, options: Options): string {
  const { type, attrs } = block
  const inside = () => block.children.map((child) => blockHtml(child, options)).join('')
  if (type.name === 'paragraph') return `<p>${inlineHtml(block, options)}</p>`
  if (type.name === 'heading') {
    const tag = `h${attrs['level']}`
    return `<${tag}>${inlineHtml(block, options)}</${tag}>`
  }
  if (type.name === 'ordered_list') return `<ol start="${attrs['start']}">${inside()}</ol>`
  if (type.name === 'divider') return '<hr/>'
  if (type.name === 'picture') {
    const { src, alt, caption, credit } = attrs
    const below = [caption, credit].filter(Boolean).join(' · ')
    const image = `<img src="${escapeHtml(options.absolute(src))}" alt="${escapeHtml(alt)}"/>`
    return `<p>${image}${below && `<br/>${escapeHtml(below)}`}</p>`
  }
  const [open, close] = wrappers[type.name] as [string, string]
  return `${open}${inside()}${close}`
}

function inlineHtml(block: Node, options: Options): string {
  return block.children
    .map((child) =>
      child.isText ? markedHtml(escapeHtml(child.text ?? ''), child.marks, options) : '<br/>',
    )
    .join('')
}

function markedHtml(html: string, marks: readonly Mark[], options: Options): string {
  return marks.reduceRight((inner, { type, attrs }) => {
    if (type.name !== 'link') return `<${type.name}>${inner}</${type.name}>`
    const href = attrs['href'].startsWith('/') ? options.absolute(attrs['href']) : attrs['href']
    return `<a href="${escapeHtml(href)}">${inner}</a>`
  }, html)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
