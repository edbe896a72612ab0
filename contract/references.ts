/** A publishing request as people say it on the telephone: the first characters of its id, in capitals. */
export function requestReference(id: string): string {
  return `PR-${id.slice(0, 8).toUpperCase()}`
}
