import { createElement, Fragment, type ReactNode } from 'react'
import { upload } from '#contract/form-limits.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import {
  belowClass,
  blockClass,
  bulletListClass,
  headingClass,
  orderedListClass,
  quoteClass,
} from './text-classes.ts'

/** A node of markdown/book-schema.ts as JSON: it was checked before it was stored. Attributes with their default are left out. */
interface Node {
  type: string
  attrs?: Attrs
  content?: Node[]
  text?: string
  marks?: Mark[]
}

interface Attrs {
  anchor?: string
  lang?: string
  dir?: string
  align?: string
  level?: number
  start?: number
  number?: number
  alt?: string
  isHeader?: boolean
  columns?: number
  rows?: number
  label?: string
  isBlock?: boolean
  tree?: MathTree
}

interface Mark {
  type: string
  attrs?: {
    href?: string
    part?: number
    anchor?: string
    isNote?: boolean
    lang?: string
    dir?: string
  }
}

/** The name of an element of MathML, its attributes, and what it contains. */
type MathTree = [name: string, attributes: Record<string, string>, ...MathPart[]]
type MathPart = MathTree | string

export interface BookPicture {
  number: number
  url: string
  width: number
  height: number
}

interface Book {
  id: string
  /** The part that is shown. */
  number: number
  pictures: BookPicture[]
  levels: Map<Node, number>
}

interface Props extends Omit<Book, 'levels'> {
  /** JSON of markdown/book-schema.ts. */
  doc: unknown
  hasDropCap: boolean
}

const alignClasses: Record<string, string> = {
  center: 'text-center',
  right: 'text-right',
  indent: 'pl-[2em]',
}
const headingSizes: Record<number, string> = { 2: 'text-30/106', 3: 'text-21/116' }
const cellClass = 'border border-line px-8 py-4 text-left align-top'

/** The text of a chapter: a component for each node of the schema, and nothing else. A block at the top is led to by `#b…`. */
export function ChapterText({ doc, hasDropCap, ...rest }: Props) {
  const book = { ...rest, levels: levelsOf(doc as Node) }
  return childrenOf(doc as Node).map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
      key={index}
      block={block}
      book={book}
      place={`b${index}`}
      isFirst={index === 0 && hasDropCap}
    />
  ))
}

interface BlockProps {
  block: Node
  book: Book
  isFirst?: boolean
  /** Of a block at the top of the document. */
  place?: string | undefined
}

function Blocks({ of, book }: { of: Node; book: Book }) {
  return childrenOf(of).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
    <Block key={index} block={block} book={book} />
  ))
}

function Block({ block, book, isFirst = false, place }: BlockProps) {
  const { type, attrs = {} } = block
  const named = namesOf(block, place)
  const inner = <Blocks of={block} book={book} />
  switch (type) {
    case 'paragraph':
      return (
        <p {...named} className={classesOf(block, isFirst && 'drop-cap')}>
          <Inline block={block} book={book} />
        </p>
      )
    case 'heading':
      return <Heading block={block} book={book} place={place} />
    case 'quote':
      return (
        <blockquote {...named} className={quoteClass}>
          {inner}
        </blockquote>
      )
    case 'verse':
      return (
        <div {...named} className="my-[1.4em] pl-16">
          {inner}
        </div>
      )
    case 'bullet_list':
      return (
        <ul {...named} className={`${blockClass} ${bulletListClass}`}>
          {inner}
        </ul>
      )
    case 'ordered_list':
      return (
        <ol
          {...named}
          className={`${blockClass} ${orderedListClass}`}
          start={attrs.start === 1 ? undefined : attrs.start}
        >
          {inner}
        </ol>
      )
    case 'list_item':
      return (
        <li {...named}>{isShort(block) ? <Inline block={firstOf(block)} book={book} /> : inner}</li>
      )
    case 'note':
      return (
        <aside
          {...named}
          role="doc-footnote"
          className="my-[1em] border-l-2 border-line pl-12 text-16r"
          data-note
        >
          {inner}
        </aside>
      )
    case 'divider':
      return <hr {...named} className="mx-auto my-[2em] w-96 border-t-2 border-ink" />
    default:
      return <Shown block={block} book={book} place={place} />
  }
}

/** Pictures, tables, and what stands with them. */
function Shown({ block, book, place }: BlockProps) {
  const { type, attrs = {} } = block
  const named = namesOf(block, place)
  const inner = <Blocks of={block} book={book} />
  switch (type) {
    case 'picture':
      return <Picture block={block} book={book} place={place} />
    case 'figure':
      return (
        <figure {...named} className="my-[1.6em]">
          {inner}
        </figure>
      )
    case 'caption':
      return (
        <figcaption {...named} className={belowClass}>
          <Inline block={block} book={book} />
        </figcaption>
      )
    case 'table':
      return <Table block={block} book={book} place={place} />
    case 'row':
      return <tr>{inner}</tr>
    default: {
      const Cell = attrs.isHeader ? 'th' : 'td'
      return (
        <Cell className={cellClass} colSpan={attrs.columns} rowSpan={attrs.rows}>
          {isShort(block) ? <Inline block={firstOf(block)} book={book} /> : inner}
        </Cell>
      )
    }
  }
}

/** Looks as its book has it; its level follows the one before, whatever the book left out. */
function Heading({ block, book, place }: BlockProps) {
  const level = block.attrs?.level ?? 2
  return createElement(
    `h${book.levels.get(block) ?? level}`,
    {
      ...namesOf(block, place),
      className: `${headingClass} ${headingSizes[level] ?? 'text-18/116'} ${alignClasses[block.attrs?.align ?? ''] ?? ''}`,
    },
    <Inline block={block} book={book} />,
  )
}

/** It scrolls by itself: a page never does sideways. */
function Table({ block, book, place }: BlockProps) {
  const [caption] = childrenOf(block).filter(({ type }) => type === 'caption')
  const rows = childrenOf(block).filter(({ type }) => type === 'row')
  return (
    <section
      {...namesOf(block, place)}
      className={`${blockClass} overflow-x-auto`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has keys alone scrolls it, too.
      tabIndex={0}
      aria-label="Table"
    >
      <table className="border-collapse font-sans text-15r">
        {caption && (
          <caption className={`${belowClass} text-left`}>
            <Inline block={caption} book={book} />
          </caption>
        )}
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
            <Shown key={index} block={row} book={book} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** It has its size, so that the layout does not shift when it loads. One that was not stored leaves its words. */
function Picture({ block, book, place }: BlockProps) {
  const { alt = '', number = 0 } = block.attrs ?? {}
  const found = book.pictures.find((picture) => picture.number === number)
  const id = found && uploadId(found.url)
  if (!id) return alt ? <p className={belowClass}>{alt}</p> : null
  return (
    <img
      {...namesOf(block, place)}
      src={uploadUrl(id, upload.widths[1])}
      srcSet={upload.widths.map((width) => `${uploadUrl(id, width)} ${width}w`).join(', ')}
      sizes="(max-width: 639px) 240px, 680px"
      alt={alt}
      width={found.width}
      height={found.height}
      loading="lazy"
      decoding="async"
      className="mx-auto my-[1em] h-auto"
    />
  )
}

/** An item of one line needs no paragraph. */
function isShort({ content = [] }: Node): boolean {
  const [first] = content
  return content.length === 1 && first?.type === 'paragraph' && !first.attrs?.anchor
}

const childrenOf = ({ content = [] }: Node) => content

/** Below the title of the chapter no level is missing: whoever hears a page goes from heading to heading. */
function levelsOf(doc: Node): Map<Node, number> {
  const headings = headingsIn(doc)
  const used = [...new Set(headings.map(({ attrs }) => attrs?.level ?? 2))].sort()
  const levels = new Map<Node, number>()
  let before = 1
  for (const heading of headings) {
    before = Math.min(used.indexOf(heading.attrs?.level ?? 2) + 2, before + 1)
    levels.set(heading, before)
  }
  return levels
}

function headingsIn(node: Node): Node[] {
  return childrenOf(node).flatMap((one) => (one.type === 'heading' ? [one] : headingsIn(one)))
}
const firstOf = ({ content = [] }: Node): Node => content[0] ?? { type: 'paragraph' }

/** What links lead to, and the language of the text. */
function namesOf({ attrs = {} }: Node, place?: string) {
  return {
    id: attrs.anchor || place,
    lang: attrs.lang || undefined,
    dir: attrs.dir || undefined,
  }
}

function classesOf({ attrs = {} }: Node, other: string | false) {
  return [blockClass, alignClasses[attrs.align ?? ''], other].filter(Boolean).join(' ')
}

function Inline({ block, book }: { block: Node; book: Book }) {
  return childrenOf(block).map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
    <Fragment key={index}>{marked(inlineOf(child), child.marks ?? [], book)}</Fragment>
  ))
}

function inlineOf({ type, attrs = {}, text }: Node): ReactNode {
  switch (type) {
    case 'text':
      return text
    case 'line_break':
      return <br />
    case 'page_number':
      return (
        <span
          id={attrs.anchor || undefined}
          className="sr-only"
          aria-hidden="true"
          data-page={attrs.label}
        />
      )
    default:
      return attrs.tree && mathOf(attrs.tree, attrs.isBlock)
  }
}

function mathOf([name, attributes, ...parts]: MathTree, isBlock = false): ReactNode {
  const inner = parts.map((part: MathPart) => (typeof part === 'string' ? part : mathOf(part)))
  return createElement(name, isBlock ? { ...attributes, display: 'block' } : attributes, ...inner)
}

function marked(text: ReactNode, marks: readonly Mark[], book: Book): ReactNode {
  const [outer, ...rest] = marks
  if (!outer) return text
  const inside = marked(text, rest, book)
  const { attrs = {} } = outer
  switch (outer.type) {
    case 'strong':
      return <strong>{inside}</strong>
    case 'em':
      return <em>{inside}</em>
    case 'sub':
      return <sub>{inside}</sub>
    case 'sup':
      return <sup>{inside}</sup>
    case 'small_caps':
      return <span className="[font-variant-caps:small-caps]">{inside}</span>
    case 'language':
      return (
        <span lang={attrs.lang || undefined} dir={attrs.dir || undefined}>
          {inside}
        </span>
      )
    case 'place':
      return (
        <a
          className="text-link underline"
          href={`${attrs.part === book.number ? '' : readingPaths.part(book.id, attrs.part ?? 1)}#${attrs.anchor}`}
          role={attrs.isNote ? 'doc-noteref' : undefined}
        >
          {inside}
        </a>
      )
    default:
      return (
        <a className="text-link underline" href={attrs.href} rel="noopener noreferrer">
          {inside}
        </a>
      )
  }
}

/** The drop cap is three lines deep: nothing but a paragraph of that length has one. */
export function beginsLong(doc: unknown): boolean {
  const [first] = childrenOf(doc as Node)
  const letters = first?.content?.reduce((sum, { text = '' }) => sum + text.length, 0) ?? 0
  return first?.type === 'paragraph' && !first.attrs?.align && letters > 120
}
