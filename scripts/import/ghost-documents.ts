// Posts of Ghost that carry no HTML: drafts, and what older versions exported. Lexical and mobiledoc, as HTML.

interface LexicalNode {
  type?: string
  tag?: string
  text?: string
  format?: number | string
  listType?: string
  url?: string
  src?: string
  alt?: string
  altText?: string
  caption?: string
  html?: string
  markdown?: string
  code?: string
  images?: { src?: string; alt?: string; caption?: string }[]
  header?: string
  subheader?: string
  backgroundImageSrc?: string
  imageUrl?: string
  buttonText?: string
  buttonUrl?: string
  children?: LexicalNode[]
  root?: LexicalNode
}

const bold = 1
const italic = 2

/** Nodes that it does not know are named in `losses`, and their children are read. */
export function lexicalHtml(text: string, losses: Set<string>): string {
  return lexical((JSON.parse(text) as LexicalNode).root ?? {}, losses)
}

function lexical(node: LexicalNode, losses: Set<string>): string {
  const inside = () => (node.children ?? []).map((child) => lexical(child, losses)).join('')
  const type = (node.type ?? '').replace(/^extended-/, '')
  switch (type) {
    case 'root':
      return inside()
    case 'text':
      return formatted(escaped(node.text ?? ''), Number(node.format ?? 0))
    case 'linebreak':
      return '<br>'
    case 'paragraph':
      return `<p>${inside()}</p>`
    case 'quote':
      return `<blockquote>${inside()}</blockquote>`
    case 'listitem':
      return `<li>${inside()}</li>`
    case 'heading':
      return `<h${node.tag?.[1] ?? 2}>${inside()}</h${node.tag?.[1] ?? 2}>`
    case 'list': {
      const name = node.listType === 'number' ? 'ol' : 'ul'
      return `<${name}>${inside()}</${name}>`
    }
    case 'aside':
      return `<blockquote class="pullquote">${inside()}</blockquote>`
    case 'link':
      return `<a href="${escaped(node.url ?? '')}">${inside()}</a>`
    case 'horizontalrule':
      return '<hr>'
    case 'image':
      return figure(node.src, node.alt ?? node.altText, node.caption)
    case 'gallery':
      return (node.images ?? []).map(({ src, alt, caption }) => figure(src, alt, caption)).join('')
    case 'html':
      return node.html ?? ''
    case 'markdown':
      return paragraphs(node.markdown ?? '')
    case 'codeblock':
      return `<pre><code>${escaped(node.code ?? '')}</code></pre>`
    case 'header':
      return header(node)
    case 'button':
      return button(node)
    case 'bookmark':
    case 'embed':
    case 'video':
    case 'audio':
    case 'file':
      return `<embed src="${escaped(node.url ?? node.src ?? '')}">`
    default:
      losses.add(`card ${type}`)
      return inside()
  }
}

function formatted(text: string, format: number): string {
  const strong = format & bold ? `<strong>${text}</strong>` : text
  return format & italic ? `<em>${strong}</em>` : strong
}

function figure(src = '', alt = '', caption = ''): string {
  return `<figure><img src="${escaped(src)}" alt="${escaped(alt)}"><figcaption>${caption}</figcaption></figure>`
}

function header({ header: title, subheader, ...node }: LexicalNode): string {
  const picture = node.backgroundImageSrc || node.imageUrl
  return [
    picture ? figure(picture) : '',
    title ? `<h2>${title}</h2>` : '',
    subheader ? `<p>${subheader}</p>` : '',
    button(node),
  ].join('')
}

function button({ buttonText, buttonUrl }: LexicalNode): string {
  if (!buttonText || !buttonUrl) return ''
  return `<p><a class="kg-btn" href="${escaped(buttonUrl)}">${escaped(buttonText)}</a></p>`
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

type Card = { [name: string]: unknown }
type Marker = [kind: number, opens: number[], closes: number, text: string | number]
interface Mobiledoc {
  atoms?: [name: string, text: string, payload: unknown][]
  cards?: [name: string, payload: Card][]
  markups?: [tag: string, attributes?: string[]][]
  sections?: unknown[][]
}

/** Works as lexicalHtml. */
export function mobiledocHtml(text: string, losses: Set<string>): string {
  const doc = JSON.parse(text) as Mobiledoc
  const line = (markers: Marker[]) => {
    const open: string[] = []
    return markers
      .map(([kind, opens, closes, value]) => {
        const tags = opens.map((index) => doc.markups?.[index] ?? ['span'])
        const start = tags.map(([tag, attributes = []]) => {
          open.push(tag)
          const href = attributes[attributes.indexOf('href') + 1]
          return tag === 'a' ? `<a href="${escaped(href ?? '')}">` : `<${tag}>`
        })
        const words = kind === 1 ? atom(doc.atoms?.[Number(value)]) : escaped(String(value))
        const end = Array.from({ length: closes }, () => `</${open.pop()}>`)
        return `${start.join('')}${words}${end.join('')}`
      })
      .join('')
  }
  const section = ([kind, tag, content]: unknown[]) => {
    if (kind === 1) return `<${tag}>${line(content as Marker[])}</${tag}>`
    if (kind === 3) {
      const items = (content as Marker[][]).map((item) => `<li>${line(item)}</li>`)
      return `<${tag}>${items.join('')}</${tag}>`
    }
    if (kind === 2) return figure(String(tag))
    const [name = '', payload = {}] = doc.cards?.[Number(tag)] ?? []
    const type = { hr: 'horizontalrule', 'card-markdown': 'markdown', code: 'codeblock' }[name]
    return lexical({ ...payload, type: type ?? name }, losses)
  }
  return (doc.sections ?? []).map(section).join('')
}

function atom([name = '', text = '']: readonly unknown[] = []): string {
  return name === 'soft-return' ? '<br>' : escaped(String(text))
}
