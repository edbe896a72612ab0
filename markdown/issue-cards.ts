import type { Node } from 'prosemirror-model'

const cardAddress =
  /^\/(story|book)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export const isCardPath = (path: string) => cardAddress.test(path.toLowerCase())

/**
 * `story/…` if the block is a card, in an issue and in a story: a paragraph that only contains a link to a story or a book.
 * Without `publicUrl` the link is one within the site.
 */
export function cardKeyOf(block: Node, publicUrl = ''): string | undefined {
  const [, kind, id] = cardAddress.exec(lonePath(block, publicUrl)?.toLowerCase() ?? '') ?? []
  return kind && id ? `${kind}/${id}` : undefined
}

/** The path of a paragraph that only contains one link, without the site's own origin. */
export function lonePath(block: Node, publicUrl: string): string | undefined {
  if (block.type.name !== 'paragraph' || block.childCount === 0) return undefined
  const hrefs = new Set(block.children.map(linkOf))
  const [href] = hrefs
  if (hrefs.size !== 1 || !href) return undefined
  return href.startsWith(`${publicUrl}/`) ? href.slice(publicUrl.length) : href
}

const linkOf = ({ marks }: Node): string | undefined =>
  marks.find(({ type }) => type.name === 'link')?.attrs['href']
