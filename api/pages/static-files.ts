import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { savesData } from './data-saver.ts'
import type { BuiltFile, LoadedSite } from './release-loader.ts'

/** As it stands in the cookie header, with the prefix that it has under https or without. */
export const sessionCookie = 'session='

const immutable = 'public, max-age=31536000, immutable'

/** What is sent with a built file, ready made: nothing is computed for the thousandth reader. */
export interface ReadyResponse {
  headers: OutgoingHttpHeaders
  /** The same as names and values in turn: Node sends a list a third faster than an object. */
  list: string[]
  body: Buffer
}

/**
 * Answers a plain request for a built file straight from memory, before anything else of the service is
 * asked: at the speed of a front server. Returns false for everything that needs a thought.
 */
export function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  site: LoadedSite | undefined,
): boolean {
  const { method, url = '/' } = request
  const file = method === 'GET' || method === 'HEAD' ? site?.files.get(url) : undefined
  if (!file || url === '/404') return false
  // A signed-in reader may have a front page of their own.
  if (url === '/' && request.headers.cookie?.includes(sessionCookie)) return false
  if (file.isPage && savesData(request.headers)) return false
  const ready = readyFor(file, request.headers['accept-encoding'])
  if (!file.isImmutable && request.headers['if-none-match']?.includes(file.etag)) {
    const { 'Content-Length': _, ...headers } = ready.headers
    response.writeHead(304, headers).end()
    return true
  }
  response.writeHead(200, ready.list)
  response.end(method === 'HEAD' ? undefined : ready.body)
  return true
}

/** The answer in the best encoding that the browser takes. */
export function readyFor(file: BuiltFile, accepted: string | undefined): ReadyResponse {
  if (accepted && file.answers.br && takes(accepted, 'br')) return file.answers.br
  if (accepted && file.answers.gzip && takes(accepted, 'gzip')) return file.answers.gzip
  return file.answers.identity
}

/** A browser may name an encoding only to refuse it: `br;q=0`. */
export function takes(accepted: string, encoding: string): boolean {
  const at = accepted.indexOf(encoding)
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + encoding.length))
}

/** The reader's own switch is a cookie, and stands in no list: a page is asked for anew each time, by its tag. */
function varyOf({ isPage }: Pick<BuiltFile, 'isPage'>, isCompressed: boolean): string {
  return [isCompressed && 'Accept-Encoding', isPage && 'Save-Data'].filter(Boolean).join(', ')
}

/** Makes the answers of a file, one for each encoding that it was compressed to. */
export function readyResponses(
  file: Pick<BuiltFile, 'etag' | 'isImmutable' | 'isPage'>,
  headers: OutgoingHttpHeaders,
  bodies: { identity: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined },
): BuiltFile['answers'] {
  const isCompressed = bodies.br !== undefined
  const answer = (body: Buffer, encoding?: string): ReadyResponse => {
    const all = {
      ...headers,
      // A name with a hash in it never comes back with other content: there is nothing to compare.
      ...(file.isImmutable ? {} : { ETag: file.etag }),
      'Cache-Control': file.isImmutable ? immutable : 'no-cache',
      ...((isCompressed || file.isPage) && { Vary: varyOf(file, isCompressed) }),
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': body.length,
    }
    return { headers: all, list: Object.entries(all).flat().map(String), body }
  }
  return {
    identity: answer(bodies.identity),
    ...(bodies.br && { br: answer(bodies.br, 'br') }),
    ...(bodies.gzip && { gzip: answer(bodies.gzip, 'gzip') }),
  }
}
