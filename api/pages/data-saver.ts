import type { IncomingHttpHeaders } from 'node:http'
import { tags } from './html-tags.ts'
import type { RenderedPage } from './release-loader.ts'

export const dataSaverCookie = 'data_saver'

/** Whether pages are to come without pictures: the reader's own switch says so, else what the browser asks for. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const own = /(?:^|; )data_saver=(on|off)/.exec(headers.cookie ?? '')?.[1]
  return own ? own === 'on' : headers['save-data']?.toString().toLowerCase() === 'on'
}

/**
 * The same page without what weighs most: no picture is fetched before it is asked for, and the headings do without
 * the font. Only tags are changed, and only our own templates write those.
 */
export function toLitePage(page: RenderedPage): RenderedPage {
  const html = page.body.toString().replace(tags, (tag) => {
    if (tag.startsWith('<html ')) return tag.replace('<html ', '<html data-lite ')
    if (/^<link rel="preload".* as="font"/.test(tag)) return ''
    return tag.startsWith('<img ') ? tag.replace(/ (src|srcset)="/g, ' data-$1="') : tag
  })
  return { ...page, body: Buffer.from(html) }
}
