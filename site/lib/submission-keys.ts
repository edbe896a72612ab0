/** For `Idempotency-Key`: the key of the last submission while its values are the same, else a new one. */
export function submissionKeys(last?: { key?: string | undefined; values?: string }) {
  let { key = newKey(), values: sent } = last ?? {}
  return (values: string): string => {
    if (sent !== undefined && sent !== values) key = newKey()
    sent = values
    return key
  }
}

/** A uuid, which the service takes for a secret. (`crypto.randomUUID` is missing where there is no TLS.) */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
