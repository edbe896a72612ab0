/**
 * The eight hex digits that decide a default picture: FNV-1a (32 bit) over the UTF-8 bytes of
 * `title|category`. This file also ships to the browser, so it stays alone and tiny.
 */
export function seedOf(title: string, category: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${title}|${category}`)) {
    hash = Math.imul(hash ^ byte, 0x1000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
