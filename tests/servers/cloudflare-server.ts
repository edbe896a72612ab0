import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { ask, type Sent } from '../differences.ts'
import { atEndOfFile } from '../end-of-file.ts'

/** Ways in which it is not as documented, or not set up as docs/how-to/put-a-cache-in-front.md says. */
export type Fault =
  | 'is down'
  | 'strips dictionaries'
  | 'offers no dcz'
  | 'compresses differences anew'
  | 'rewrites pages'
  | 'drops Vary'
  | 'has no rule of headers'
  | 'stores nothing'
  | 'forgets dictionaries'
  | 'stores everything by its address'
  | 'stores personal pages'
  | 'ignores purges'

type Headers = Record<string, string | string[] | undefined>

/**
 * A cache in front of `origin` that behaves as Cloudflare documents it (docs/decisions/0142), with the rules of the how-to. What
 * it stores does not grow old. `faults` may be changed at any time.
 */
export async function aCloudflare(origin: string) {
  const faults = new Set<Fault>()
  const stored = new Map<string, Sent>()
  let requests = 0
  const [bypasses, keepsPages] = await readRules()
  const isWrong = (fault: Fault) => faults.has(fault)

  async function find(url: string, asked: IncomingHttpHeaders): Promise<[status: string, Sent]> {
    const byAddress = isWrong('stores everything by its address') || isWrong('forgets dictionaries')
    const variant = byAddress ? [] : [asked['accept-encoding'], asked['available-dictionary']]
    const key = JSON.stringify([url, ...variant])
    if (!byAddress && bypasses(asked)) return ['BYPASS', await forward(url, asked)]
    const known = stored.get(key)
    if (known) return ['HIT', known]
    // What may be stored is asked for whole.
    const { 'if-none-match': _, ...whole } = asked
    const sent = await forward(url, whole)
    if (!mayStore(url, sent)) return ['DYNAMIC', sent]
    stored.set(key, sent)
    return ['MISS', sent]
  }

  function mayStore(url: string, { status, headers }: Sent): boolean {
    if (isWrong('stores everything by its address')) return true
    if (isWrong('stores personal pages') && url.startsWith('/account')) return true
    const isShared = status === 200 && !headers['set-cookie']
    return isShared && 'cloudflare-cdn-cache-control' in headers && !isWrong('stores nothing')
  }

  /** It asks for encodings of its own, besides the one of dictionaries. */
  function forward(url: string, { ...asked }: IncomingHttpHeaders): Promise<Sent> {
    const strips = isWrong('strips dictionaries')
    const offersDcz = /dcz/.test(String(asked['accept-encoding'])) && !isWrong('offers no dcz')
    asked['accept-encoding'] = offersDcz && !strips ? 'gzip, br, dcz' : 'gzip, br'
    if (strips) delete asked['available-dictionary']
    return ask(origin, url, asked as Record<string, string>)
  }

  function deliver(sent: Sent, asked: IncomingHttpHeaders): Pick<Sent, 'headers' | 'body'> {
    const {
      'cloudflare-cdn-cache-control': _,
      'cache-tag': __,
      ...headers
    } = sent.headers as Headers
    if (!isWrong('has no rule of headers') && keepsPages(asked, headers)) {
      headers['cache-control'] = headers['dictionary-cache-control']
    }
    if (isWrong('strips dictionaries')) delete headers['use-as-dictionary']
    if (isWrong('drops Vary')) headers['vary'] = 'Accept-Encoding'
    return encode({ headers, body: sent.body }, String(asked['accept-encoding']))
  }

  function encode({ headers, body }: Pick<Sent, 'headers' | 'body'>, accepted: string) {
    const encoding = headers['content-encoding']
    const again = isWrong('compresses differences anew') && encoding === 'dcz'
    const rewrites = isWrong('rewrites pages') && encoding === 'br'
    const isTaken = encoding !== 'br' || /br/.test(accepted) || body.length === 0
    if (!again && !rewrites && isTaken) return { headers, body }
    const { 'content-encoding': _, 'content-length': __, etag, ...others } = headers
    const plain = encoding === 'br' ? brotliDecompressSync(body) : body
    const page = rewrites ? Buffer.concat([plain, Buffer.from('<script></script>')]) : plain
    return /gzip/.test(accepted)
      ? {
          headers: { ...others, etag: `W/${etag}`, 'content-encoding': 'gzip' },
          body: gzipSync(page),
        }
      : { headers: { ...others, etag: `W/${etag}` }, body: page }
  }

  async function purge(request: IncomingMessage) {
    const { tags } = JSON.parse(await text(request)) as { tags: string[] }
    for (const [key, { headers }] of isWrong('ignores purges') ? [] : stored) {
      if (tags.includes(String(headers['cache-tag']))) stored.delete(key)
    }
  }

  const server = createServer(async (request, response) => {
    const { url = '/', headers: asked } = request
    requests++
    if (url === '/purge_cache') {
      await purge(request)
      response.end('{"success":true}')
    } else if (isWrong('is down')) {
      response.writeHead(522).end()
    } else {
      const [status, sent] = await find(url, asked)
      const { headers, body } = deliver(sent, asked)
      response.writeHead(sent.status, { ...headers, 'cf-cache-status': status }).end(body)
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  atEndOfFile(() => server.close().closeAllConnections())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, purgeUrl: `${base}/purge_cache`, faults, requests: () => requests }
}

type Rule = (asked: IncomingHttpHeaders, answered?: Headers) => boolean

/** The rules as operators copy them. */
async function readRules(): Promise<[bypass: Rule, keep: Rule]> {
  const howTo = await readFile('docs/how-to/put-a-cache-in-front.md', 'utf8')
  const [bypass, keep] = [...howTo.matchAll(/```txt\n([\s\S]+?)```/g)].map(([, rule = '']) => rule)
  const [some, all] = [clausesOf(bypass, ' or'), clausesOf(keep, ' and')]
  return [
    (...both) => some.some((clause) => clause(...both)),
    (...both) => all.every((clause) => clause(...both)),
  ]
}

function clausesOf(rule = '', separator: string): Rule[] {
  return rule
    .trim()
    .split(new RegExp(`${separator}\\n`))
    .map(clauseOf)
}

function clauseOf(text: string): Rule {
  const named =
    /^\s*(?:any\(len\()?(?:any\()?http\.(request|response)\.headers\["([a-z-]+)"\]/.exec(text)
  const [, field] = /^\s*http\.(cookie|user_agent)/.exec(text) ?? []
  const [, test, wanted] = /(contains|==) "([^"]+)"\)?$/.exec(text) ?? []
  const name = named?.[2] ?? field?.replace('_', '-')
  if (!name) throw new Error(`Expected a clause of a rule: ${text}`)
  return (asked, answered = {}) => {
    const value = (named?.[1] === 'response' ? answered : asked)[name]
    if (value === undefined) return false
    if (!wanted) return String(value).length > 0
    return test === '==' ? value === wanted : String(value).includes(wanted)
  }
}
