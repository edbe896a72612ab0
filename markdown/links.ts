import { parseUrl } from '#contract/pages/parse-url.ts'

/** Where a link in a story may lead: to the web, to a mailbox, or to a page of the site. */
export function isLink(href: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return true
  if (/^\/(?![/\\])\S*$/.test(href) || /^#\S+$/.test(href)) return true
  if (!/^https?:\/\/\S+$/i.test(href)) return false
  return parseUrl(href) !== undefined
}
