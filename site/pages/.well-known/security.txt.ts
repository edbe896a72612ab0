import type { APIRoute } from 'astro'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { contactPathOf } from '#site/lib/contact-path.ts'

/** RFC 9116 requires less than a year, so that old copies expire. */
const days = 180

/** The contact for vulnerabilities; rendered on demand, because it must never have expired. */
export const GET: APIRoute = ({ locals: { publicUrl, settings } }) => {
  const lines = {
    Contact: new URL(contactPathOf(settings.contact), publicUrl).href,
    Expires: new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString(),
    Policy: new URL(`${magazinePaths.standards}#security`, publicUrl).href,
    'Preferred-Languages': 'en',
    Canonical: new URL(paths.securityContact, publicUrl).href,
  }
  return new Response(
    Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )
}
