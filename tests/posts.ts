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
