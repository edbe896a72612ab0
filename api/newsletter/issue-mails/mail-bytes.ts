import type { IssueMail } from './personal-mail.ts'

/** Headers of a letter, the signature of the domain and the borders of the parts: more than either brings. */
const headerBytes = 2_500

/** Bytes of the mail on its way, with its parts as quoted-printable (RFC 2045), or a little more. */
export function mailBytes({ subject, html, text }: IssueMail): number {
  return headerBytes + encoded(subject) + encoded(html) + encoded(text)
}

function encoded(text: string): number {
  let bytes = 0
  for (const byte of Buffer.from(text)) {
    const isPlain = (byte >= 32 && byte < 127 && byte !== 61) || byte === 9
    bytes += isPlain ? 1 : byte === 10 ? 2 : 3
  }
  // A line has 76 characters at most, and its soft break three more.
  return Math.ceil((bytes * 76) / 72)
}
