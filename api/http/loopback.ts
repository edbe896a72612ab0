/** A host name or address of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host)
}
