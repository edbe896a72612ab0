import type { Context, Middleware } from 'koa'
import type { FieldErrors } from '#contract/api-error.ts'
import type { Endpoint, Form } from '#contract/endpoints/endpoint.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { deriveKey } from '../load/idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { isFormPost } from './read-body.ts'

/** Merges query, body and path into one flat object; the path wins. */
export function rawInput(ctx: Context): Record<string, unknown> {
  const body = ctx.request.body as unknown
  const fields = (
    typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  ) as Record<string, unknown>
  // A form also sends its empty fields.
  const query = Object.entries(ctx.query).filter(([, value]) => value !== '')
  return {
    ...Object.fromEntries(query),
    ...fields,
    ...pageFields(ctx, fields),
    ...ctx['params'],
  } as Record<string, unknown>
}

/** What a form without script leaves to the address of its page. */
function pageFields(ctx: Context, fields: Record<string, unknown>): Record<string, string> {
  const names = ctx.state.form?.fromPage
  const page = names && parseUrl(ctx.get('Referer'))
  if (!page) return {}
  const found = Object.entries(names).map(([field, name]) => [field, page.searchParams.get(name)])
  return Object.fromEntries(found.filter(([field, value]) => value && !fields[field as string]))
}

export function signedInput(ctx: Context, header: string): Record<string, unknown> {
  return { body: ctx.request.body as unknown, signature: ctx.get(header) }
}

// NUL or half a surrogate pair in JSON; a typed backslash is doubled there.
// unchecked pattern: a run of backslashes is read from its first alone.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isUnstorable = ([, value]: [string, unknown]) => unstorable.test(JSON.stringify(value) ?? '')

/** Validates against the contract; throws the error with all wrong fields. */
export function readInput(line: Endpoint, address: string, raw: unknown): object {
  const read = line.input.safeParse(raw)
  const isInPath = ([name]: readonly unknown[]) => address.includes(`:${String(name)}`)
  if (read.success) {
    // Postgres cannot store such text.
    const refused = line.signed ? [] : Object.entries(read.data).filter(isUnstorable)
    if (refused.length === 0) return read.data
    if (refused.some(isInPath)) throw apiError(line.missing ?? 'notFound')
    throw apiError('invalid')
  }
  if (line.missing && read.error.issues.some(({ path }) => isInPath(path)))
    throw apiError(line.missing)
  throw invalidFields(read.error.issues)
}

export function invalidFields(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const fields: FieldErrors = {}
  for (const { path, message } of issues) {
    const name = String(path[0] ?? 'body')
    // One value may break two rules with the same message.
    fields[name] = [...new Set([...(fields[name] ?? []), message])]
  }
  return apiError('invalid', fields)
}

/** A picture from the site's own host would be requested with the session of whoever sees it; uploads have no host. */
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

/** The typed values for the page that shows the form again; never a password. */
export function typedIn(raw: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(raw).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[0] !== 'password',
  )
  return Object.fromEntries(texts)
}

/** Fills in `/submit?story={id}`; a placeholder for a whole address is not encoded. */
export function fillIn(address: string, fields: Record<string, unknown>): string {
  return address.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = String(fields[name] ?? '')
    return whole === address ? value : encodeURIComponent(value)
  })
}

/** A mail program's unsubscribe looks like a form but must not be redirected (RFC 8058). */
export function isOneClick(raw: Record<string, unknown>): boolean {
  return raw['List-Unsubscribe'] === 'One-Click'
}

export function requireAgreement({ agree }: Form, raw: Record<string, unknown>) {
  if (agree && !raw[agree.name]) throw apiError('invalid', { [agree.name]: [agree.message] })
}

/** Without script there is no key: equal values from the same person count as one submission. */
export function formKey(ctx: Context, raw: Record<string, unknown>): string {
  const given = raw['idempotencyKey']
  if (typeof given === 'string' && given !== '') return given
  return deriveKey([ctx.path, raw])
}

const others = ['PUT', 'DELETE']

/** `action="…?_method=DELETE"`: HTML forms can only POST. */
export const formMethod: Middleware = (ctx, next) => {
  const method = ctx.query['_method']
  if (
    ctx.method === 'POST' &&
    typeof method === 'string' &&
    others.includes(method) &&
    isFormPost(ctx)
  ) {
    ctx.method = method
  }
  return next()
}
