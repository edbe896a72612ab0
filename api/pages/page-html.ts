import { createHash } from 'node:crypto'
import type { RenderedPage } from './building/astro-adapter.ts'

/**
 * Astro's policy lists the hashes of the whole site, 2 KB. This keeps those that occur in the page; it only removes,
 * so an injected script gains nothing.
 */
export function neededPolicy(
  headers: Record<string, string>,
  html: Buffer,
): Record<string, string> {
  const [name, policy] =
    Object.entries(headers).find(
      ([header]) => header.toLowerCase() === 'content-security-policy',
    ) ?? []
  if (!name || !policy) return headers
  const present = new Set(
    [...html.toString().matchAll(tags)]
      .filter(([, kind]) => kind)
      .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  )
  const needed = policy.replace(/ '(sha256-[^']+)'/g, (source, hash) =>
    present.has(`'${hash}'`) ? source : '',
  )
  return { ...headers, [name]: withoutRepeats(needed) }
}

/** Browsers use only the first directive of a name (CSP 3, section 2.2.1), and Astro repeats them. */
function withoutRepeats(policy: string): string {
  const names = new Set<string>()
  const isFirst = (directive: string) => {
    const [name = ''] = directive.trim().split(' ', 1)
    return !names.has(name) && names.add(name)
  }
  return policy.split(';').filter(isFirst).join(';')
}

/**
 * Every tag of a page, a script or style with its text. Walk it from the beginning: Astro leaves `<` and `>` in
 * attributes.
 */
const tags =
  // unchecked pattern: it walks pages of ours: every tag and quote is closed, and readers' text has no sign of either.
  /<!--[\s\S]*?-->|<(script|style)\b[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>([\s\S]*?)<\/\1>|<[a-z][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/gi

/** The lite page: no fonts, and pictures only on request. */
export function toLitePage<Page extends Pick<RenderedPage, 'body'>>(page: Page): Page {
  const html = page.body.toString().replace(tags, (tag) => {
    if (tag.startsWith('<html ')) return tag.replace('<html ', '<html data-lite ')
    if (/^<link rel="preload".* as="font"/.test(tag)) return ''
    return tag.startsWith('<img ') ? tag.replace(/ (src|srcset)="/g, ' data-$1="') : tag
  })
  return { ...page, body: Buffer.from(html) }
}

/** What a page of a preview may do: nothing but be read. Nothing that it shows is counted, sent or kept. */
const previewHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
const previewPolicy =
  "script-src 'none'; connect-src 'none'; form-action 'none'; worker-src 'none'; manifest-src 'none'; frame-ancestors 'none'; "

/** A page with the drafts of the publisher; `leadTo` says where each of its links leads. */
export function toPreviewPage(page: RenderedPage, leadTo: (path: string) => string): RenderedPage {
  const html = page.body
    .toString()
    .replace(tags, (tag) =>
      tag.startsWith('<a ')
        ? tag.replace(/ href="(\/[^"?#]*)/, (_, path) => ` href="${leadTo(path)}`)
        : tag,
    )
  const body = Buffer.from(html)
  const { 'content-security-policy': policy = '', ...headers } = lowerCased(
    neededPolicy(page.headers, body),
  )
  return {
    ...page,
    body,
    headers: {
      ...headers,
      ...previewHeaders,
      'Content-Security-Policy': withoutRepeats(previewPolicy + policy),
    },
  }
}

const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
