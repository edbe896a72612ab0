import type { Context } from 'koa'
import type { FieldErrors } from '#contract/api-error.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { parseUrl } from '#contract/parse-url.ts'
import type { RequestContext } from './request-context.ts'

/** One flat object out of query, body and path; the path wins. */
export function rawInput(ctx: Context): Record<string, unknown> {
  const body = ctx.request.body as unknown
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  // A form sends its empty fields along.
  const query = Object.entries(ctx.query).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(query), ...fields, ...ctx['params'] } as Record<string, unknown>
}

export function signedInput(ctx: Context, header: string): Record<string, unknown> {
  return { body: ctx.request.body as unknown, signature: ctx.get(header) }
}

// NUL or half a surrogate pair in JSON; a typed backslash is doubled there.
// unchecked pattern: a run of backslashes is read from its first alone.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Validates against the contract line; throws its error. */
export function readInput(line: Endpoint, address: string, raw: unknown): object {
  const read = line.input.safeParse(raw)
  if (read.success) {
    // Postgres cannot store such text.
    if (!line.signed && unstorable.test(JSON.stringify(read.data))) throw apiError('invalid')
    return read.data
  }
  const inPath = read.error.issues.some((issue) => address.includes(`:${String(issue.path[0])}`))
  if (inPath && line.missing) throw apiError(line.missing)
  const fields: FieldErrors = {}
  for (const issue of read.error.issues) {
    const name = String(issue.path[0] ?? 'body')
    // One value may break two rules with the same message.
    fields[name] = [...new Set([...(fields[name] ?? []), issue.message])]
  }
  throw apiError('invalid', fields)
}

/** A picture from our own host would be asked for with its reader's session; uploads have no host. */
export function rejectOwnPictures(input: object, { isOwnHost }: RequestContext) {
  const fields: FieldErrors = {}
  for (const [name, value] of Object.entries(input)) {
    if (!/imageUrl$/i.test(name) || typeof value !== 'string') continue
    const url = parseUrl(value)
    if (url && isOwnHost(url.hostname) && !url.pathname.startsWith('/uploads/')) {
      fields[name] = [formMessages.ownPicture]
    }
  }
  if (Object.keys(fields).length > 0) throw apiError('invalid', fields)
}
