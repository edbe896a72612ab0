import { createHash } from 'node:crypto'
import { tags } from './lite-page.ts'

/**
 * Astro's policy names the hash of every inline script and style of the whole site, some 2 KB that no
 * compression reaches. This keeps those that occur in the page, and says nothing twice: it only ever takes away, so that an inline
 * script that came in with the data is not made lawful.
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

/**
 * What a page adds, Astro says again before every directive. A browser heeds the first of a name alone (CSP 3,
 * section 2.2.1), so that the others are only bytes.
 */
function withoutRepeats(policy: string): string {
  const names = new Set<string>()
  const isFirst = (directive: string) => {
    const [name = ''] = directive.trim().split(' ', 1)
    return !names.has(name) && names.add(name)
  }
  return policy.split(';').filter(isFirst).join(';')
}
