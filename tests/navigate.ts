import { type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { keepCookie } from './people.ts'

interface Browser {
  base: string
  cookies: Map<string, string>
}

/** What a browser sends when a person follows a link; `fetch` always says that it is none. */
export const aNavigation = {
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
  Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
}

/** Asks for an address with just these headers and the visitor's cookies. */
export function navigate(
  { base, cookies }: Browser,
  path: string,
  headers: OutgoingHttpHeaders = aNavigation,
  method = 'GET',
): Promise<Response> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, base), { method, headers: { ...headers, Cookie } })
    asked.on('error', reject)
    asked.on('response', async (answer) => {
      const given = new Headers()
      for (let at = 0; at < answer.rawHeaders.length; at += 2) {
        given.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
      }
      for (const line of given.getSetCookie()) keepCookie(cookies, line)
      const body = await text(answer)
      resolve(new Response(body || null, { status: answer.statusCode ?? 0, headers: given }))
    })
    asked.end()
  })
}
