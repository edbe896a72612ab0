import type { RenderedPage } from './render.ts'

/**
 * Every tag of a page of ours, whole; a script or a style with its text, as second group. To be walked from the page's
 * beginning: people's words hold no `<` between tags, but Astro leaves `<` and `>` as they are within attributes, and
 * only whoever steps over those does not take a word for a tag.
 */
export const tags =
  /<!--[\s\S]*?-->|<(script|style)\b[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>([\s\S]*?)<\/\1>|<[a-z][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gi

/**
 * The same page without what weighs most: no picture is fetched before it is asked for, and the headings do without
 * the font. Only tags are changed, and only our own templates write those.
 */
export function toLitePage<Page extends Pick<RenderedPage, 'body'>>(page: Page): Page {
  const html = page.body.toString().replace(tags, (tag) => {
    if (tag.startsWith('<html ')) return tag.replace('<html ', '<html data-lite ')
    if (/^<link rel="preload".* as="font"/.test(tag)) return ''
    return tag.startsWith('<img ') ? tag.replace(/ (src|srcset)="/g, ' data-$1="') : tag
  })
  return { ...page, body: Buffer.from(html) }
}
