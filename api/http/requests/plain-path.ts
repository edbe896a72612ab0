import { trimEndOf } from '#contract/text.ts'

const longestPath = 1000

/** The form in which old addresses are stored: decoded, in small letters, without a slash at the end. */
export function plainPath(path: string): string | undefined {
  const plain = trimEndOf(decoded(path).normalize('NFC').toLowerCase(), '/')
  return plain !== '' && plain.length <= longestPath && !plain.includes('\0') ? plain : undefined
}

/** WordPress' short address of a post, `/?p=12`, as it is stored; undefined where `post` is no number. */
export function postAddress(path: string, post: unknown): string | undefined {
  if (typeof post !== 'string' || !/^[1-9]\d{0,11}$/.test(post)) return undefined
  return `${plainPath(path) ?? ''}/?p=${post}`
}

/** Unchanged where it is not valid UTF-8. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
