import { escapeHtml } from '#api/http/answers/escape-html.ts'
import { upload } from '#contract/form-limits.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { type Source, sourceParameter } from '#contract/stats.ts'
import { trimEndOf } from '#contract/text.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import { cardKeyOf } from '#markdown/issue-cards.ts'
import type { StoryMark, StoryNode } from '#markdown/story-schema.ts'
import { cardWidth, type MailStyles, textWidth } from './mail-styles.ts'

/** A story or book; rendered for a paragraph that consists of a link to it. */
export interface Card {
  kind: 'story' | 'book'
  id: string
  slug: string | null
  title: string
  /** A story's summary, or the beginning of a book's description. */
  words: string
  /** A book's price, as people write it. */
  price?: string
  /** Only stories have one. */
  category?: string
  /** What a story is followed by. */
  followedBy?: string[]
  picture?: { id: string; alt: string }
}

export interface BlockContext {
  /** By `kind/id`. A card that is missing is left out. */
  cards: ReadonlyMap<string, Card>
  /** Uploads whose size is known, by id; a picture without one is left out. Pixels. */
  sizes: ReadonlyMap<string, { width: number; height: number }>
  publicUrl: string
  /** Each recipient gets only cards of their categories, or of what they follow. */
  narrowedBy: 'category' | 'follows' | undefined
}

/** One way of writing the tree: as HTML, or as text. Every node of the schema is named in both. */
export interface Writer {
  paragraph(inside: string): string
  heading(level: number, inside: string): string
  quote(inside: string[], isPulled: boolean): string
  list(items: string[][], start: number | undefined): string
  picture(picture: Picture): string
  divider(): string
  card(card: Card, url: string, picture: Picture | undefined): string
  text(text: string, marks: Mark[]): string
  lineBreak(): string
}

export interface Mark {
  name: 'strong' | 'em' | 'link'
  href: string
  typedHref: string
}

export interface Picture {
  url: string
  /** The width at which it is shown, in pixels. */
  width: number
  height: number
  alt: string
  caption: string
}

/** Adds the source to links to this site, so that visits are counted as from the newsletter; the same for all recipients. */
function fromIssue(href: string, publicUrl: string): string {
  const isThisSite = href === publicUrl || href.startsWith(`${publicUrl}/`)
  const url = isThisSite ? parseUrl(href) : undefined
  if (!url) return href
  // Files are not counted.
  if (/^\/(api|uploads)\//.test(url.pathname)) return href
  url.searchParams.set(sourceParameter, 'letter' satisfies Source)
  return url.href
}

export function writeBlocks(doc: StoryNode, context: BlockContext, writer: Writer): string[] {
  const blocks = (parent: StoryNode): string[] => parent.children.map(block)
  const block = (node: StoryNode): string => {
    const { type, attrs } = node
    switch (type.name) {
      case 'paragraph': {
        const key = cardKeyOf(node, context.publicUrl)
        return key === undefined ? writer.paragraph(inline(node)) : card(key)
      }
      case 'heading':
        return writer.heading(Number(attrs['level']), inline(node))
      case 'quote':
      case 'pull_quote':
        return writer.quote(blocks(node), type.name === 'pull_quote')
      case 'bullet_list':
      case 'ordered_list': {
        const start = type.name === 'ordered_list' ? Number(attrs['start']) : undefined
        return writer.list(node.children.map(blocks), start)
      }
      case 'picture': {
        const { src, alt, caption, credit } = attrs
        const below = [caption, credit].filter(Boolean).join(' · ')
        const shown = picture(uploadId(src), textWidth, alt, below)
        return shown ? writer.picture(shown) : ''
      }
      case 'divider':
        return writer.divider()
      default:
        throw new RangeError(`A letter cannot hold: ${type.name}`)
    }
  }
  const card = (key: string): string => {
    const found = context.cards.get(key)
    if (!found) return ''
    const written = writer.card(
      found,
      fromIssue(`${context.publicUrl}${sharedPaths[found.kind](found)}`, context.publicUrl),
      // The picture is a link: without alt text it is named by the title.
      picture(found.picture?.id, cardWidth, found.picture?.alt || found.title, ''),
    )
    return context.narrowedBy ? narrowed(found, written, context.narrowedBy) : written
  }
  const picture = (
    id: string | undefined,
    widest: number,
    alt: string,
    caption: string,
  ): Picture | undefined => {
    const size = id === undefined ? undefined : context.sizes.get(id)
    if (id === undefined || !size) return undefined
    const width = Math.min(widest, size.width)
    const height = Math.max(1, Math.round((size.height * width) / size.width))
    // The smallest width, since mail programs load it without being asked.
    return { url: context.publicUrl + uploadUrl(id, upload.widths[0]), width, height, alt, caption }
  }
  const inline = (node: StoryNode): string =>
    node.children
      .map((child) =>
        child.isText ? writer.text(child.text ?? '', child.marks.map(toMark)) : writer.lineBreak(),
      )
      .join('')
  const toMark = ({ type, attrs }: StoryMark): Mark => {
    const name = type.name as Mark['name']
    const typedHref = name === 'link' ? attrs['href'] : ''
    return { name, href: fromIssue(absolute(typedHref), context.publicUrl), typedHref }
  }
  /** `#part` has no target in a mail. */
  const absolute = (href: string) =>
    href.startsWith('/') ? context.publicUrl + href : href.startsWith('#') ? '' : href
  return blocks(doc).filter(Boolean)
}

/** `personalMail` keeps or removes what is between the markers. */
function narrowed(
  { category, followedBy }: Card,
  written: string,
  by: 'category' | 'follows',
): string {
  const only = by === 'follows' ? followedBy?.join('|') : category
  return `{{only ${only ?? '*'}}}${written}{{/only}}`
}

const typed = (text: string) => text.replaceAll('{{', '{\u200B{')

export const html = (text: string) => escapeHtml(typed(text))

/** An allow-list: an issue can contain nothing else. */
export function htmlWriter(styles: MailStyles): Writer {
  return {
    paragraph: (inside) => `<p style="${styles.paragraph}">${inside}</p>`,
    heading: (level, inside) =>
      `<h${level} style="${level === 2 ? styles.heading2 : styles.heading3}">${inside}</h${level}>`,
    quote: (inside, isPulled) =>
      `<blockquote style="${isPulled ? styles.pullQuote : styles.quote}">${inside.join('')}</blockquote>`,
    list(items, start) {
      const inside = items
        .map(
          (item) => `<li style="${styles.item}">${item.join('').replace(oneParagraph, '$1')}</li>`,
        )
        .join('')
      if (start === undefined) return `<ul style="${styles.list}">${inside}</ul>`
      return `<ol start="${start}" style="${styles.list}">${inside}</ol>`
    },
    picture: (picture) =>
      image(picture, styles.picture) +
      (picture.caption && `<p class="q" style="${styles.caption}">${html(picture.caption)}</p>`),
    divider: () => `<hr class="b" style="${styles.divider}">`,
    card(card, url, picture) {
      const href = html(url)
      const kind = [card.kind === 'book' ? 'Book' : card.category, card.price].filter(Boolean)
      return (
        `<table role="presentation" class="b" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.card}"><tr>` +
        `<td class="t" style="${styles.cardText}">` +
        (picture ? `<a href="${href}">${image(picture, styles.picture)}</a>` : '') +
        `<p class="q" style="${styles.cardKind}">${html(kind.join(' · '))}</p>` +
        `<p style="${styles.cardTitle}"><a class="l" href="${href}" style="${styles.link}">${html(card.title)}</a></p>` +
        `<p style="${styles.cardWords}">${html(card.words)}</p></td></tr></table>`
      )
    },
    text: (text, marks) =>
      marks.reduceRight((inner, { name, href }) => {
        if (name !== 'link') return `<${name}>${inner}</${name}>`
        return href
          ? `<a class="l" href="${html(href)}" style="${styles.link}">${inner}</a>`
          : inner
      }, html(text)),
    lineBreak: () => '<br>',
  }
}

const oneParagraph = /^<p style="[^"]*">((?:(?!<\/?p[ >]).)*)<\/p>$/s

/** It has its size, so that the layout does not shift. */
function image({ url, width, height, alt }: Picture, style: string): string {
  return `<img src="${html(url)}" width="${width}" height="${height}" alt="${html(alt)}" style="${style};max-width:${width}px">`
}

export const textWriter: Writer = {
  paragraph: (inside) => inside,
  heading: (_, inside) => `${inside}\n${'-'.repeat(Math.min(60, inside.length))}`,
  quote: (inside) =>
    inside
      .join('\n\n')
      .split('\n')
      .map((line) => trimEndOf(`> ${line}`, ' '))
      .join('\n'),
  list: (items, start) =>
    items
      .map((item, index) => {
        const sign = start === undefined ? '- ' : `${start + index}. `
        return sign + item.join('\n').replace(/\n/g, `\n${' '.repeat(sign.length)}`)
      })
      .join('\n'),
  picture: ({ alt, caption }) => {
    const words = [alt, caption].filter(Boolean).map(typed).join(' – ')
    return words && `[Picture: ${words}]`
  },
  divider: () => '* * *',
  card: (card, url) =>
    [typed([card.title, card.price].filter(Boolean).join(' · ')), typed(card.words), url]
      .filter(Boolean)
      .join('\n'),
  text: (text, marks) => {
    const { href, typedHref } = marks.find(({ name }) => name === 'link') ?? {}
    if (!href || href === `mailto:${text}`) return typed(text)
    // An address that is its own link text appears once.
    return typedHref === text ? typed(href) : `${typed(text)} (${typed(href)})`
  },
  lineBreak: () => '\n',
}
