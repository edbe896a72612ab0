import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { isLoopback } from '../open-server.ts'

/** What programs ask for, under whatever host, and the parts of a page that is shown already. */
const anyHost = /^\/(api|uploads|_astro)(\/|$|\?)/

/**
 * Redirects a page that was asked for under another host, `www.` say, to the site's own: its sign-in, its checkout and
 * its Content-Security-Policy hold there alone. A loopback host is a proxy that names itself, or a check on the machine.
 * Returns whether it did. With a loopback `publicUrl` all hosts of this machine are one site, and nothing is redirected.
 */
export function redirectToOwnHost(publicUrl: string) {
  const own = new URL(publicUrl)
  if (isLoopback(own.hostname)) return () => false
  return ({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (headers.host === own.host) return false
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/') || anyHost.test(url))
      return false
    const host = parseUrl(`${own.protocol}//${headers.host}`)?.hostname
    if (!host || host === own.hostname || isLoopback(host)) return false
    // It must not be stored: a cache in front may know pages by their path alone.
    response.writeHead(308, { Location: own.origin + url, 'Cache-Control': 'no-store' }).end()
    return true
  }
}
