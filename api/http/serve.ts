import { createHash } from 'node:crypto'
import type { Router } from '@koa/router'
import type { Context } from 'koa'
import {
  type Address,
  contract,
  type FileAddress,
  type OutputOf,
  type PagedAddress,
  type ParsedInputOf,
} from '#contract/endpoints/contract.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type FieldErrors, refuse } from '#contract/refusals.ts'
import { encodeAnswer } from './encode-answer.ts'
import type { Caller } from './read-caller.ts'

/** What the function behind a line returns: lists come with the whole count. */
type Answer<A extends Address> = A extends PagedAddress
  ? { items: OutputOf<A>; total: number }
  : OutputOf<A>

type Run<A extends Address> = (input: ParsedInputOf<A>, caller: Caller) => Promise<Answer<A>>
type RunFile<A extends FileAddress> = (input: ParsedInputOf<A>, ctx: Context) => Promise<void>

/** Which part of a list was asked for, defaults filled in. */
interface Paging {
  page: number
  pageSize: number
}

/** An address answered without the network: input checked and output presented as over the wire. */
type InProcess = (
  input: unknown,
  caller: Caller,
) => Promise<{ output: unknown; total?: number; paging?: Paging }>

const answered = new WeakMap<Router, Map<string, InProcess>>()

/** Binds one contract line to one function. Input, output, status and headers are decided here and nowhere else. */
export function serve<A extends Address>(router: Router, address: A, run: Run<A>) {
  const line: Endpoint = contract[address]
  const answer: InProcess = async (raw, caller) => {
    const input = readInput(line, address, raw) as ParsedInputOf<A>
    const result = await run(input, caller)
    if (!line.paged) return { output: line.output.parse(result) }
    const { items, total } = result as { items: unknown; total: number }
    return { output: line.output.parse(items), total, paging: input as unknown as Paging }
  }
  linesOf(router).set(address, answer)

  register(router, address, async (ctx) => {
    if (line.who !== 'anyone') throw refuse('unauthorized')
    const { output, total, paging } = await answer(rawInput(ctx), ctx.state['caller'])
    ctx.status = line.status ?? 200
    if (total !== undefined && paging) setPaging(ctx, total, paging)
    const body = JSON.stringify(output)
    ctx.type = 'application/json'
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      ctx.set('Cache-Control', 'no-cache')
      ctx.vary('Accept-Encoding')
      const digest = createHash('sha1').update(body).digest('base64url')
      ctx.etag = `W/"${digest}"`
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      await encodeAnswer(ctx, Buffer.from(body), digest)
      return
    }
    await encodeAnswer(ctx, Buffer.from(body))
  })
}

/** Binds a line whose answer is bytes: input is checked as ever, the function writes the response. */
export function serveFile<A extends FileAddress>(router: Router, address: A, run: RunFile<A>) {
  const line: Endpoint = contract[address]
  linesOf(router).set(address, async () => {
    throw new Error(`${address} is a file: link to it`)
  })
  register(router, address, async (ctx) => {
    const input = readInput(line, address, rawInput(ctx)) as ParsedInputOf<A>
    ctx.type = line.file as string
    await run(input, ctx)
  })
}

/** The same `call` that the browser has, answered in this process: for pages rendered on demand. */
export function callInProcess(router: Router, caller: Caller) {
  return async (address: Address, input: unknown) => {
    const answer = linesOf(router).get(address)
    if (!answer) throw new Error(`${address} is not served`)
    return answer(input, caller)
  }
}

/** Every address that the router serves. */
export function linesOf(router: Router): Map<string, InProcess> {
  const lines = answered.get(router) ?? new Map<string, InProcess>()
  answered.set(router, lines)
  return lines
}

function register(router: Router, address: Address, handle: (ctx: Context) => Promise<void>) {
  const [method, path] = address.split(' ') as [string, string]
  router.register(path, method === 'GET' ? ['HEAD', 'GET'] : [method], handle)
}

/** One flat object out of query, body and path; the path wins. */
function rawInput(ctx: Context): Record<string, unknown> {
  const body = (ctx.request as { body?: unknown }).body
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  // A form sends its empty fields along: they ask for nothing.
  const query = Object.entries(ctx.query).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(query), ...fields, ...ctx['params'] }
}

// A NUL as JSON writes it; a backslash that somebody typed before "u0000" is doubled there.
const nul = /(?<!\\)(?:\\\\)*\\u0000/

function readInput(line: Endpoint, address: string, raw: unknown): unknown {
  const read = line.input.safeParse(raw)
  if (read.success) {
    // Postgres has no text with a NUL in it: such input is refused before it becomes a server's fault.
    if (nul.test(JSON.stringify(read.data))) throw refuse('invalid')
    return read.data
  }
  const inPath = read.error.issues.some((issue) => address.includes(`:${String(issue.path[0])}`))
  if (inPath && line.missing) throw refuse(line.missing)
  const fields: FieldErrors = {}
  for (const issue of read.error.issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  throw refuse('invalid', fields)
}

/** `X-Total-Count`, and the neighbours in `Link` (RFC 8288). */
function setPaging(ctx: Context, total: number, { page, pageSize }: Paging) {
  ctx.set('X-Total-Count', String(total))
  const last = Math.max(1, Math.ceil(total / pageSize))
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(ctx.querystring)
    query.set('page', String(to))
    return `<${ctx.path}?${query}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 ? [link(1, 'first'), link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ]
  if (links.length > 0) ctx.set('Link', links.join(', '))
}
