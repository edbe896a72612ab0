import type { Context } from 'koa'
import type { Form } from '#contract/endpoints/endpoint.ts'
import { apiError } from '#contract/errors.ts'
import { deriveKey } from './idempotency.ts'

/** The typed values for the page that shows the form again; never a password. */
export function typedIn(raw: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(raw).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[0] !== 'password',
  )
  return Object.fromEntries(texts)
}

/** `/submit?story={id}` filled in; an address that is a field itself stays a path. */
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

/** Without a script there is no key: the same values from the same person are the same submission. */
export function formKey(ctx: Context, raw: Record<string, unknown>): string {
  const given = raw['idempotencyKey']
  if (typeof given === 'string' && given !== '') return given
  return deriveKey([ctx.path, raw])
}
