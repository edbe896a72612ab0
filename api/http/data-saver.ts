import type { IncomingHttpHeaders } from 'node:http'
import type { RenderedPage } from './live-site.ts'

export const dataSaverCookie = 'data_saver'

/** Whether pages are to come without pictures: the reader's own switch says so, else what the browser asks for. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const own = /(?:^|; )data_saver=(on|off)/.exec(headers.cookie ?? '')?.[1]
  return own ? own === 'on' : headers['save-data']?.toString().toLowerCase() === 'on'
}

/**
 * The same page without what weighs most: no picture is fetched before it is asked for, and the headings do without
 * the font. Only our own templates write tags: what people write never holds a `<`.
 */
export function toLitePage(page: RenderedPage): RenderedPage {
  const html = page.body
    .toString()
    .replace('<html ', '<html data-lite ')
    .replace(/<link rel="preload"[^>]* as="font"[^>]*>/, '')
    .replace(/<img\b[^>]*>/g, (picture) => picture.replace(/ (src|srcset)="/g, ' data-$1="'))
  return { ...page, body: Buffer.from(html) }
}
