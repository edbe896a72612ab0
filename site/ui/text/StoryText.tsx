import type { Mark, Node } from 'prosemirror-model'
import { Fragment, type ReactNode } from 'react'
import { upload } from '#contract/form-limits.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import { cardFace, type TextCard } from '#site/lib/pages/card-face.ts'
import {
  belowClass,
  blockClass,
  bulletListClass,
  headingClass,
  orderedListClass,
  pullQuoteClass,
  quoteClass,
} from './text-classes.ts'

export interface TextPicture {
  id: string
  width: number
  height: number
}

interface Props {
  /** The text as markdown/parse-markdown.ts parses it. */
  doc: Node
  pictures?: TextPicture[]
  /** Whether the first letter is a drop cap of three lines. */
  hasDropCap?: boolean
  /** Whether the magazine's mark stands behind the last paragraph. */
  hasEndMark?: boolean
  /** `story/…` or `book/…` of a block that is a card (markdown/issue-cards.ts). */
  cardKeyOf?: CardKeyOf
  /** What readers can open of them. */
  cards?: TextCard[]
}

type CardKeyOf = (block: Node) => string | undefined

const cardClass = `${blockClass} relative flex items-center gap-16 border-y border-line py-12 font-sans text-ink-2`

/** The text of a story: a component for each node of the schema, and nothing else. */
export function StoryText({
  doc,
  pictures = [],
  hasDropCap = false,
  hasEndMark = true,
  cardKeyOf,
  cards = [],
}: Props) {
  return doc.children.map((block, index) => {
    const cardKey = cardKeyOf?.(block)
    return cardKey ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
      <Card key={index} block={block} cardKey={cardKey} cards={cards} />
    ) : (
      <Block
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
        key={index}
        block={block}
        pictures={pictures}
        isFirst={index === 0 && hasDropCap}
        isLast={hasEndMark && index === doc.childCount - 1}
      />
    )
  })
}

interface BlockProps {
  block: Node
  pictures: TextPicture[]
  isFirst?: boolean
  isLast?: boolean
}

function Block({ block, pictures, isFirst = false, isLast = false }: BlockProps) {
  const { type, attrs } = block
  const inner = block.children.map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
    <Block key={index} block={child} pictures={pictures} />
  ))
  switch (type.name) {
    case 'paragraph':
      return (
        <p className={isFirst ? `${blockClass} drop-cap` : blockClass}>
          <Inline block={block} />
          {isLast && <EndMark />}
        </p>
      )
    case 'heading':
      return attrs['level'] === 2 ? (
        <h2 className={`${headingClass} text-30/106`}>
          <Inline block={block} />
        </h2>
      ) : (
        <h3 className={`${headingClass} text-21/116`}>
          <Inline block={block} />
        </h3>
      )
    case 'quote':
      return <blockquote className={quoteClass}>{inner}</blockquote>
    case 'pull_quote':
      return <aside className={pullQuoteClass}>{inner}</aside>
    case 'bullet_list':
      return <ul className={`${blockClass} ${bulletListClass}`}>{inner}</ul>
    case 'ordered_list':
      return (
        <ol
          className={`${blockClass} ${orderedListClass}`}
          start={attrs['start'] === 1 ? undefined : attrs['start']}
        >
          {inner}
        </ol>
      )
    case 'list_item':
      return <li>{isShort(block) ? <Inline block={block.child(0)} /> : inner}</li>
    case 'picture':
      return <Picture block={block} pictures={pictures} />
    default:
      return <hr className="mx-auto my-[2em] w-96 border-t-2 border-ink" />
  }
}

interface CardProps {
  block: Node
  cardKey: string
  cards: TextCard[]
}

/** A link with the picture of what it leads to, on which it lies too. */
function Card({ block, cardKey, cards }: CardProps) {
  const isBook = cardKey.startsWith('book/')
  const card = cards.find(({ kind, id }) => `${kind}/${id}` === cardKey)
  const face = card && cardFace(card)
  return (
    <p className={isBook ? `${cardClass} bg-sunk px-16` : cardClass}>
      {face && (
        <img
          src={face.picture}
          alt=""
          width={isBook ? 62 : 104}
          height={isBook ? 93 : 69}
          loading="lazy"
          decoding="async"
          className="flex-none object-cover lite:hidden"
        />
      )}
      <span className="min-w-0">
        <a
          className="block font-display text-21/116 text-ink after:absolute after:inset-0"
          href={`/${cardKey}`}
        >
          {block.textContent}
        </a>
        <span className="mt-4 block text-14/140">{face?.about ?? (isBook ? 'Book' : 'Story')}</span>
      </span>
    </p>
  )
}

/** An item of one line needs no paragraph. */
function isShort(item: Node): boolean {
  return item.childCount === 1
}

/** It has three widths, and its size, so that the layout does not shift when it loads. */
function Picture({ block: { attrs }, pictures }: { block: Node; pictures: TextPicture[] }) {
  const id = uploadId(attrs['src'])
  const size = pictures.find((picture) => picture.id === id)
  if (!id || !size) return null
  const { alt, caption, credit } = attrs
  return (
    <figure className="my-[1.6em]">
      <img
        src={uploadUrl(id, upload.widths[1])}
        srcSet={upload.widths.map((width) => `${uploadUrl(id, width)} ${width}w`).join(', ')}
        sizes="(max-width: 639px) 240px, 680px"
        alt={alt}
        width={size.width}
        height={size.height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full"
      />
      {(caption || credit) && (
        <figcaption className={belowClass}>
          {caption}
          {caption && credit && ' '}
          {credit && <small>{credit}</small>}
        </figcaption>
      )}
    </figure>
  )
}

function Inline({ block }: { block: Node }) {
  return block.children.map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change.
    <Fragment key={index}>{child.isText ? marked(child.text ?? '', child.marks) : <br />}</Fragment>
  ))
}

function marked(text: ReactNode, marks: readonly Mark[]): ReactNode {
  const [outer, ...rest] = marks
  if (!outer) return text
  const inside = marked(text, rest)
  if (outer.type.name === 'strong') return <strong>{inside}</strong>
  if (outer.type.name === 'em') return <em>{inside}</em>
  const href = outer.attrs['href']
  return (
    <a
      className="text-link underline"
      href={href}
      // Links are unpaid, and no site learns which reader followed one.
      rel={/^https?:/.test(href) ? 'noopener noreferrer' : undefined}
    >
      {inside}
    </a>
  )
}

export function EndMark() {
  return (
    <svg className="inline w-22 h-11 ml-6 fill-accent" viewBox="0 0 24 12" aria-hidden="true">
      <path d="M0 12V9h6V6h6V3h6V0h6v12z" />
    </svg>
  )
}
