import type { RenderedPage } from './render.ts'

/**
 * Every tag of a page, a script or style with its text. Walk it from the beginning: Astro leaves `<` and `>` in
 * attributes.
 */
export const tags =
  // unchecked pattern: it walks pages of ours: every tag and quote is closed, and readers' text has no sign of either.
  /<!--[\s\S]*?-->|<(script|style)\b[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>([\s\S]*?)<\/\1>|<[a-z][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gi

/** Fetches no picture before it is asked for, and no font. */
export function toLitePage<Page extends Pick<RenderedPage, 'body'>>(page: Page): Page {
  const html = page.body.toString().replace(tags, (tag) => {
    if (tag.startsWith('<html ')) return tag.replace('<html ', '<html data-lite ')
    if (/^<link rel="preload".* as="font"/.test(tag)) return ''
    return tag.startsWith('<img ') ? tag.replace(/ (src|srcset)="/g, ' data-$1="') : tag
  })
  return { ...page, body: Buffer.from(html) }
}
