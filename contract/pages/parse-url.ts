/**
 * Undefined for an invalid address. `URL.canParse` must not be used: once V8 has optimised it, Node 20 and 22
 * answer false for a host in Latin-1 letters, as in https://exämple.com.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
