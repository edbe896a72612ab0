import { fromJson } from '#api/http/requests/from-json.ts'
import { isKnownEmbed } from './foreign-html.ts'

// What WordPress stores is no HTML yet: blocks in comments, shortcodes in brackets, line breaks that mean paragraphs.
// unchecked patterns: the import is a process of its own, for which no reader waits.

interface WordPressParts {
  /** The address of an attachment, with its caption. */
  attachment(id: string): { url: string; alt: string; caption: string } | undefined
  /** Pictures that were uploaded to this post. */
  attached(): string[]
  /** The text of a reusable block. */
  reusable(id: string): string | undefined
}

const blockTags =
  'p|div|ul|ol|li|h[1-6]|table|thead|tbody|tfoot|tr|td|th|blockquote|figure|figcaption|hr|pre|section|article|iframe|video|audio|embed|script|style|form|dl|dt|dd'
/** Blocks without content that say nothing to a reader. */
const silentBlocks = ['more', 'nextpage', 'spacer', 'separator']
const deepest = 4

/** Makes what a page would have shown, in HTML that `fromHtml` reads. Adds to `losses` what is not in it. */
export function wordPressHtml(
  content: string,
  parts: WordPressParts,
  losses: Set<string>,
  depth = 0,
): string {
  const pieces: string[] = []
  const open: string[] = []
  let end = 0
  const text = (to: number) => {
    const piece = content.slice(end, to)
    const isClassic = open.length === 0 || open.at(-1) === 'freeform'
    const html = withoutShortcodes(piece, parts, losses)
    pieces.push(isClassic ? paragraphs(html) : html)
  }
  for (const { from, to, inner } of commentsOf(content)) {
    const block = /^\s*(\/)?wp:([a-z][\w/-]*)\s*(\{[\s\S]*\})?\s*(\/)?\s*$/.exec(inner)
    if (!block) continue
    text(from)
    end = to
    const [, isClosing, name = '', attributes, isSingle] = block
    if (isClosing) open.pop()
    else if (!isSingle) open.push(name)
    else if (name === 'block' && depth < deepest) {
      const { ref } = (fromJson(attributes ?? '{}') ?? {}) as { ref?: unknown }
      const id = String(ref ?? '')
      const reused = parts.reusable(id)
      if (reused === undefined) losses.add(`reusable block ${id}`)
      else pieces.push(wordPressHtml(reused, parts, losses, depth + 1))
    } else if (!silentBlocks.includes(name)) losses.add(`block ${name}`)
  }
  text(content.length)
  return withEmbeds(pieces.join('\n'))
}

function* commentsOf(content: string) {
  for (let from = content.indexOf('<!--'); from >= 0; ) {
    const close = content.indexOf('-->', from + 4)
    if (close < 0) return
    yield { from, to: close + 3, inner: content.slice(from + 4, close) }
    from = content.indexOf('<!--', close + 3)
  }
}

/** An empty line ends a paragraph, a line break is one, as in the classic editor; not beside blocks, and not in `<pre>`. */
function paragraphs(html: string): string {
  const beside = new RegExp(`(</?(?:${blockTags})(?:\\s[^<>]*)?/?>)[ \\t]*\\n\\s*`, 'gi')
  const before = new RegExp(`\\n\\s*(?=</?(?:${blockTags})[\\s/>])`, 'gi')
  return html
    .replace(/\r\n?/g, '\n')
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/i)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(beside, '$1')
            .replace(before, '')
            .replace(/[ \t]*\n[ \t]*\n\s*/g, '<p></p>')
            .replace(/\n/g, '<br>'),
    )
    .join('')
}

const bareAddress = new RegExp(
  `(^|\\n|<br>|</?(?:${blockTags})(?:\\s[^<>]*)?>)\\s*(https?://[^\\s<>"']+)\\s*(?=$|\\n|<br>|</?(?:${blockTags})[\\s/>])`,
  'gi',
)

/** An address on a line of its own is shown as what it leads to. */
function withEmbeds(html: string): string {
  return html
    .replace(/<pre([\s>][\s\S]*?)<\/pre>/gi, (pre) => pre.replaceAll('\n', '<br>'))
    .replace(bareAddress, (_, lead: string, url: string) =>
      isKnownEmbed(url) ? `${lead}<embed src="${url}">` : `${lead}<a href="${url}">${url}</a>`,
    )
}

const shortcode = /\[(\[?)(\/?)([a-z][\w-]*)((?:\s[^[\]]*)?)\](\]?)/gi
const captions = ['caption', 'wp_caption']
const media = ['video', 'audio', 'embed', 'youtube', 'vimeo', 'playlist', 'soundcloud']

function withoutShortcodes(text: string, parts: WordPressParts, losses: Set<string>): string {
  const pieces: string[] = []
  const lower = text.toLowerCase()
  let end = 0
  for (const match of text.matchAll(shortcode)) {
    const [whole, escaped, closing, written = '', attributes = '', escapedEnd] = match
    const name = written.toLowerCase()
    if (match.index < end) continue
    const to = match.index + whole.length
    if (escaped && escapedEnd) {
      pieces.push(text.slice(end, match.index), whole.slice(1, -1))
      end = to
      continue
    }
    const close = closing ? -1 : lower.indexOf(`[/${name}]`, to)
    const isKnown = media.includes(name) || name === 'gallery' || /=|^\s+https?:/.test(attributes)
    if (!closing && close < 0 && !isKnown && !isAlone(text, match.index, to)) continue
    pieces.push(text.slice(end, match.index))
    end = to
    if (closing) continue
    const inner = close < 0 ? undefined : text.slice(to, close)
    pieces.push(shownFor({ name, inner, attributes }, parts, losses))
    // What any other encloses stays.
    const isWhole = captions.includes(name) || media.includes(name)
    if (isWhole && close >= 0) end = close + `[/${name}]`.length
  }
  pieces.push(text.slice(end))
  return pieces.join('')
}

function shownFor(
  { name, inner, attributes }: { name: string; inner: string | undefined; attributes: string },
  parts: WordPressParts,
  losses: Set<string>,
): string {
  const named = attributesOf(attributes)
  if (captions.includes(name)) return inner === undefined ? '' : figure(inner, named['caption'])
  if (name === 'gallery') return gallery(named, parts, losses)
  const isMedia = media.includes(name)
  const address = isMedia && (addressIn(inner ?? '') ?? addressIn(attributes))
  if (address) return `<embed src="${address}">`
  losses.add(`shortcode ${name}`)
  return ''
}

function addressIn(text: string): string | undefined {
  return /https?:\/\/[^\s"'<>\]]+/.exec(text)?.[0]
}

/** Whether it is on a line of its own. */
function isAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 20), from)
  return /(^|\n)\s*$/.test(before) && /^\s*(\n|$)/.test(text.slice(to, to + 20))
}

function attributesOf(text: string): Record<string, string> {
  const straight = text.replace(/&#8220;|&#8221;|&#8243;|&quot;|[“”″]/g, '"')
  const named = straight.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)
  return Object.fromEntries(
    [...named].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  )
}

function figure(inner: string, caption: string | undefined): string {
  const [, image = inner, below = ''] =
    /^([\s\S]*?<img[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? []
  return `<figure>${image}<figcaption>${caption ?? below}</figcaption></figure>`
}

function gallery(
  named: Record<string, string>,
  parts: WordPressParts,
  losses: Set<string>,
): string {
  const ids = (named['ids'] ?? named['include'])?.split(',').map((id) => id.trim())
  const wanted = ids ?? parts.attached()
  if (wanted.length === 0) losses.add('shortcode gallery')
  return wanted
    .map((id) => {
      const found = parts.attachment(id)
      if (!found) losses.add(`picture ${id} of a gallery`)
      return found
        ? `<figure><img src="${attribute(found.url)}" alt="${attribute(found.alt)}"><figcaption>${found.caption}</figcaption></figure>`
        : ''
    })
    .join('')
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
