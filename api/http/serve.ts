import type { Router } from '@koa/router'
import type { Context } from 'koa'
import {
  type Address,
  contract,
  type DoneAddress,
  type FileAddress,
  type OutputOf,
  type PagedAddress,
  type ParsedInputOf,
  type ReaderAddress,
  type SharedAddress,
  type StaffAddress,
} from '#contract/endpoints/contract.ts'
import type { Endpoint, TakenFile } from '#contract/endpoints/endpoint.ts'
import { ok } from '#contract/endpoints/fields.ts'
import { apiError, required } from '#contract/errors.ts'
import { upload } from '#contract/form-limits.ts'
import { jsonBodyBytes } from '#contract/limits.ts'
import { isAmong } from '#contract/roles.ts'
import { undoHeader, writeUndo } from '#contract/undo.ts'
import { coalesce } from '#db/coalesce.ts'
import { transaction } from '#db/sql.ts'
import { cacheMarks } from './answers/front-cache.ts'
import { collectOffer } from './answers/offered-undo.ts'
import { type JsonResponse, sendJson, toJsonResponse } from './answers/respond.ts'
import { runOnce } from './load/idempotency.ts'
import { limitRequests } from './load/rate-limit.ts'
import type { ReaderContext, RequestContext, StaffContext } from './request-context.ts'
import { fixedFirst } from './requests/find-route.ts'
import { isFormPost, readBody, readRawBody } from './requests/read-body.ts'
import {
  fillIn,
  formKey,
  isOneClick,
  rawInput,
  readInput,
  rejectOwnPictures,
  requireAgreement,
  signedInput,
  typedIn,
} from './requests/read-input.ts'

/** Paged lists include the total count. */
type Answer<A extends Address> = A extends PagedAddress
  ? { items: OutputOf<A>; total: number }
  : A extends DoneAddress
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a function of such a line returns nothing.
      void
    : OutputOf<A>

/** The contract says whether the caller is a reader or staff. */
type ContextOf<A extends Address> = A extends ReaderAddress
  ? ReaderContext
  : A extends StaffAddress
    ? StaffContext
    : RequestContext

/** Shared responses get no context, so they cannot depend on a person. */
type Run<A extends Address> = (
  input: ParsedInputOf<A>,
  ...context: A extends SharedAddress ? [] : [context: ContextOf<A>]
) => Promise<Answer<A>>
type Prepare<A extends Address> = (
  input: ParsedInputOf<A>,
  context: ContextOf<A>,
) => Promise<ParsedInputOf<A>>
type Before<A extends Address> = A extends SharedAddress ? never : Prepare<A>
type RunFile<A extends FileAddress> = (
  input: ParsedInputOf<A>,
  ctx: Context,
  context: ContextOf<A>,
) => Promise<void>

interface Paging {
  page: number
  pageSize: number
}

/** Calls an endpoint without HTTP: validates input and output. */
type InProcess = (
  input: unknown,
  context: RequestContext,
  key?: string,
) => Promise<{ input: object; output: unknown; total?: number }>

type Ask = (input: object, context?: RequestContext) => Promise<unknown>
type Respond = (ctx: Context) => Promise<void>

const readersPicture: TakenFile = { bytes: upload.bytes, tooLarge: 'fileTooLarge' }

const answered = new WeakMap<Router, Map<string, InProcess>>()

/** The page of a rejected form post, with the typed values as far as they were read. */
export function rejectedForm(ctx: Context) {
  const form = ctx.state.form
  const raw = rawInput(ctx)
  if (!form || isOneClick(raw)) return undefined
  return { page: fillIn(form.page, raw), values: typedIn(raw) }
}

/** Registers the function that implements an endpoint of the contract. */
export function serve<A extends Address>(
  router: Router,
  address: A,
  run: Run<A>,
  /** Slow work before the write, outside the transaction of an endpoint with `once`. */
  prepare?: Before<A>,
) {
  const line: Endpoint = contract[address]
  const ask = run as Ask
  const prepareInput = prepare as Prepare<A> | undefined
  const answer: InProcess = async (raw, context, key) => {
    const admitted = { ...(await admit(line, address, context)), idempotencyKey: key || undefined }
    const input = readInput(line, address, raw)
    rejectOwnPictures(input, context)
    await limitRequests(address, line, admitted)
    if (line.shared) return { input, ...presented(line, await ask(input)) }
    let prepared = input as ParsedInputOf<A>
    const ready = async () => {
      if (prepareInput) prepared = await prepareInput(prepared, admitted as ContextOf<A>)
    }
    const work = () => ask(prepared, admitted)
    if (line.once) {
      const submission = { address, context, key, input }
      const present = async () => presented(line, await work()).output
      return { input, output: await runOnce(submission, present, ready) }
    }
    await ready()
    return { input, ...presented(line, await work()) }
  }
  linesOf(router).set(address, answer)
  const respond = line.shared ? sharedResponse(line, address, ask) : ownResponse(line, answer)
  register(router, address, respond)
}

function presented(line: Endpoint, result: unknown): { output: unknown; total?: number } {
  if (line.output === ok) return { output: { status: 'ok' } }
  if (!('pageSize' in line.input.shape)) return { output: line.output.parse(result) }
  const { items, total } = result as { items: unknown; total: number }
  return { output: line.output.parse(items), total }
}

/** Simultaneous equal requests get one response. */
function sharedResponse(line: Endpoint, address: Address, ask: Ask): Respond {
  const shared = coalesce<{ json: JsonResponse; total?: number }>()
  return async (ctx) => {
    const input = readInput(line, address, rawInput(ctx))
    const { json, total } = await shared(JSON.stringify(input), async () => {
      const { output, ...rest } = presented(line, await ask(input))
      return { json: toJsonResponse(output), ...rest }
    })
    ctx.status = 200
    if (total !== undefined) setPaging(ctx, total, input as Paging)
    const marks = line.cache ? cacheMarks(ctx.state.cache, 'data', 'counted') : {}
    await sendJson(ctx, line, json, marks)
  }
}

/** Answers one person: with JSON, or with the way on from a form or a link. */
function ownResponse(line: Endpoint, answer: InProcess): Respond {
  return async (ctx) => {
    const raw = line.signed ? signedInput(ctx, line.signed) : rawInput(ctx)
    const form = isFormPost(ctx) && !isOneClick(raw) ? line.form : undefined
    if (form) requireAgreement(form, raw)
    const key = form ? formKey(ctx, raw) : ctx.get('Idempotency-Key')
    const { result, undo } = await collectOffer(() => answer(raw, ctx.state.context, key))
    const { input, output, total } = result
    if (undo) ctx.set(undoHeader, writeUndo(undo))
    if (line.redirect) return redirect(ctx, (output as { to: string }).to)
    if (form) return redirect(ctx, fillIn(form.done, { ...input, ...(output as object) }))
    ctx.status = line.status ?? 200
    if (total !== undefined) setPaging(ctx, total, input as unknown as Paging)
    await sendJson(ctx, line, toJsonResponse(output))
  }
}

async function admit(
  line: Endpoint,
  address: Address,
  context: RequestContext,
): Promise<RequestContext | ReaderContext | StaffContext> {
  if (line.who === 'anyone') return context
  if (line.who === 'reader') {
    const reader = required(await context.findReader(), 'unauthorized')
    const isMore = /^(POST|PUT|PATCH) /.test(address) && !line.beforeGuardian
    if (isMore && reader.onlyReads) throw apiError('onlyReads')
    return { ...context, reader }
  }
  const staff = required(await context.findStaff(), 'unauthorized')
  if (!isAmong(line.who, staff.role)) throw apiError('forbiddenForRole')
  return { ...context, staff }
}

function redirect(ctx: Context, to: string) {
  ctx.redirect(to)
  ctx.status = 303
  ctx.set('Cache-Control', 'no-store')
}

const cacheControl = {
  none: 'no-cache',
  day: 'public, max-age=86400',
  forever: 'public, max-age=31536000, immutable',
}

/** Registers an endpoint whose function writes a file as the response. */
export function serveFile<A extends FileAddress>(router: Router, address: A, run: RunFile<A>) {
  const line: Endpoint = contract[address]
  linesOf(router).set(address, async () => {
    throw new Error(`${address} returns a file and cannot be called: link to it`)
  })
  register(router, address, async (ctx) => {
    const input = readInput(line, address, rawInput(ctx)) as ParsedInputOf<A>
    ctx.type = line.file as string
    const admitted = await admit(line, address, ctx.state.context)
    await limitRequests(address, line, admitted)
    const isPrivate = line.isPrivate || line.who !== 'anyone'
    if (isPrivate) ctx.set('Cache-Control', 'private, no-store')
    else if (line.maxAge) ctx.set('Cache-Control', cacheControl[line.maxAge])
    await run(input, ctx, admitted as ContextOf<A>)
  })
}

/** What a feature registers its endpoints with. */
export const routesOn = (router: Router) => ({
  serve: <A extends Address>(address: A, run: Run<A>, prepare?: Before<A>) =>
    serve(router, address, run, prepare),
  /** All that it does is one transaction. */
  serveWrite: <A extends Address>(address: A, run: Run<A>, prepare?: Before<A>) => {
    // As in `serve`: the type of a line is not known while its address is a parameter.
    const ask = run as Ask
    const whole: Ask = (input, context) => transaction(() => ask(input, context))
    serve(router, address, whole as Run<A>, prepare)
  },
  serveFile: <A extends FileAddress>(address: A, run: RunFile<A>) =>
    serveFile(router, address, run),
})

export type Routes = ReturnType<typeof routesOn>

/** The site's `call` without HTTP, for pages rendered on demand. */
export function callInProcess(router: Router, context: RequestContext) {
  return async (address: Address, input: unknown) => {
    const answer = linesOf(router).get(address)
    if (!answer) throw new Error(`${address} is not served`)
    return answer(input, context)
  }
}

export function linesOf(router: Router): Map<string, InProcess> {
  const lines = answered.get(router) ?? new Map<string, InProcess>()
  answered.set(router, lines)
  return lines
}

function register(router: Router, address: Address, respond: Respond) {
  const [method, path] = address.split(' ') as [string, string]
  const line: Endpoint = contract[address]
  router.register(path, method === 'GET' ? ['HEAD', 'GET'] : [method], [
    // A forbidden request is rejected before its body is read, unless a page shows its form again.
    async (ctx, next) => {
      ctx.state.line = line
      ctx.state.isFollowed = line.redirect === true || line.file !== undefined
      if (isFormPost(ctx)) ctx.state.form = line.form
      if (!ctx.state.form) await admit(line, address, ctx.state.context)
      await next()
    },
    line.signed
      ? readRawBody(line.bodyBytes ?? jsonBodyBytes)
      : readBody({
          bytes: line.bodyBytes ?? jsonBodyBytes,
          takes: 'file' in line.input.def.shape ? (line.takes ?? readersPicture) : undefined,
          isRead: Object.keys(line.input.def.shape).some((name) => !path.includes(`:${name}`)),
          // Rejected later, when the rest of the form is read and can be shown again.
          mayStore: (ctx) =>
            admit(line, address, ctx.state.context).then(
              () => true,
              () => false,
            ),
        }),
    respond,
  ])
  // The router takes the first match, whatever the order of registration.
  const { stack } = router
  const added = stack.splice(-1)
  let [from, to] = [0, stack.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (fixedFirst(String(stack[middle]?.path), path) > 0) to = middle
    else from = middle + 1
  }
  stack.splice(from, 0, ...added)
}

/** Sets `X-Total-Count` and the neighbouring pages in `Link` (RFC 8288). */
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
