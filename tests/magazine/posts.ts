import { randomInt } from 'node:crypto'

/** A write as our own pages send it. */
export function asJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** An ordinary form, as a browser without script posts it. */
export function asForm(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): RequestInit {
  return { method: 'POST', headers, body: new URLSearchParams(fields) }
}

/** A network address out of the block that is set aside for tests of networks (RFC 2544). */
export function anAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(1, 255)}`
}
