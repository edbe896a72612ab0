/** The first characters of the id, in capitals. */
export function requestReference(id: string): string {
  return `PR-${id.slice(0, 8).toUpperCase()}`
}
