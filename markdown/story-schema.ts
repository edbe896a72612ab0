import { type Attrs, type Mark, type Node, Schema } from 'prosemirror-model'

/**
 * Everything that the text of a story can contain; nothing else can be written, pasted, imported or shown. Pages
 * render these nodes with components of their own (site/ui/text/StoryText.tsx).
 */
export const storySchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    /** Headings stand below the title of the story, which is the first level. */
    heading: {
      group: 'block',
      content: 'text*',
      attrs: { level: { default: 2, validate: isLevel } },
      defining: true,
      parseDOM: [
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
    },
    quote: {
      group: 'block',
      content: 'paragraph+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    /** A sentence of the story itself, shown large. */
    pull_quote: {
      group: 'block',
      content: 'paragraph+',
      defining: true,
      parseDOM: [{ tag: 'blockquote.pullquote', priority: 60 }],
      toDOM: () => ['blockquote', { class: 'pullquote' }, 0],
    },
    bullet_list: {
      group: 'block list',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      group: 'block list',
      content: 'list_item+',
      attrs: { start: { default: 1, validate: 'number' } },
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (element) => ({ start: Number(element.getAttribute('start') ?? 1) }),
        },
      ],
      toDOM: ({ attrs }) => ['ol', attrs['start'] === 1 ? {} : { start: attrs['start'] }, 0],
    },
    list_item: {
      content: 'paragraph (paragraph | list)*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    /** An uploaded one: its widths and its size are known. */
    picture: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: {
        src: { validate: 'string' },
        alt: { default: '', validate: 'string' },
        caption: { default: '', validate: 'string' },
        credit: { default: '', validate: 'string' },
      },
      toDOM: ({ attrs }) => [
        'figure',
        ['img', { src: attrs['src'], alt: attrs['alt'] }],
        ['figcaption', [attrs['caption'], attrs['credit']].filter(Boolean).join(' · ')],
      ],
    },
    divider: {
      group: 'block',
      parseDOM: [{ tag: 'hr' }],
      toDOM: () => ['hr'],
    },
    text: { group: 'inline' },
    line_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  // Outermost first.
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        { tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs['href'] }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})

export type StoryNode = Node
export type StoryMark = Mark

function isLevel(level: unknown) {
  if (level !== 2 && level !== 3) throw new RangeError(`No level of a heading: ${level}`)
}

/** Creates a node; throws if the schema does not allow the content. */
export function node(name: string, attrs: Attrs | null, content: readonly Node[] = []): Node {
  return storySchema.node(name, attrs, [...content])
}
