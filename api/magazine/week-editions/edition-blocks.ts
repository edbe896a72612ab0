import type { Node } from 'prosemirror-model'
import type { EditionSheet } from '#api/shop/pdf/draw-pdf.ts'

type EditionBlock = EditionSheet['stories'][number]['blocks'][number]

const kinds: Record<string, EditionBlock['kind']> = {
  heading: 'heading',
  quote: 'quote',
  pull_quote: 'quote',
}

/** The words of a story's text, in their order. */
export function blocksOf(doc: Node): EditionBlock[] {
  return doc.children.flatMap((block) => wordsOf(block, kinds[block.type.name] ?? 'text'))
}

function wordsOf(block: Node, kind: EditionBlock['kind'], before = ''): EditionBlock[] {
  const { type, attrs } = block
  if (type.name === 'divider') return [{ kind: 'small', text: '* * *' }]
  if (type.name === 'picture') {
    const said = [attrs['caption'] || attrs['alt'], attrs['credit']].filter(Boolean).join(' · ')
    return said ? [{ kind: 'small', text: `Picture: ${said}` }] : []
  }
  if (type.name.endsWith('_list')) {
    const signOf = (at: number) => (type.name === 'bullet_list' ? '•' : `${attrs['start'] + at}.`)
    return block.children.flatMap((item, at) =>
      item.children.flatMap((child, index) =>
        wordsOf(child, 'item', index === 0 ? `${signOf(at)} ` : ''),
      ),
    )
  }
  if (type.inlineContent) {
    const words = block.children.map((child) => (child.isText ? child.text : '\n')).join('')
    return words.trim() ? [{ kind, text: before + words }] : []
  }
  return block.children.flatMap((child) => wordsOf(child, kind, before))
}
