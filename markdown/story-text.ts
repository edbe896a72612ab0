import type { Node } from 'prosemirror-model'
import type { ContentFormat } from '#contract/magazine/story-content.ts'
import { paragraphsOf } from '#contract/text.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { node, storySchema } from './story-schema.ts'
import { writeMarkdown } from './write-markdown.ts'

export function storyDocument(story: { content: string; contentFormat: ContentFormat }): Node {
  return story.contentFormat === 'plain'
    ? plainDocument(story.content)
    : parseMarkdown(story.content)
}

/** The drop cap is three lines deep: a salutation is not, nor is anything but a paragraph. */
export function hasDropCap({ firstChild }: Node): boolean {
  return firstChild?.type.name === 'paragraph' && firstChild.textContent.length > 120
}

/** Plain text, a line for each paragraph: the source of excerpts, search and reading times. */
export function textOf(doc: Node): string {
  const lines: string[] = []
  doc.descendants((block) => {
    if (block.isTextblock) lines.push(block.textBetween(0, block.content.size, ' ', '\n'))
    return !block.isTextblock
  })
  return lines.filter(Boolean).join('\n')
}

/** Text that is no Markdown, each line break a paragraph (specification 4.1.2), as a document. */
function plainDocument(text: string): Node {
  const paragraphs = paragraphsOf(text).map((line) =>
    node('paragraph', null, [storySchema.text(line)]),
  )
  return node('doc', null, paragraphs.length > 0 ? paragraphs : [node('paragraph', null)])
}

/** The same with its special characters escaped. */
export function plainToMarkdown(text: string): string {
  return writeMarkdown(plainDocument(text))
}
