import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters: 19 MB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(sameOnAllKeyboards(password), cost)
}

let nobodys: Promise<string> | undefined

/** Takes as long for an unknown reader or one without a password: the time must not reveal accounts. */
export async function isPasswordOf(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobodys), sameOnAllKeyboards(password))
  return isRight && typeof stored === 'string'
}

/** One keyboard writes ọ̀ as one character, another as three. */
function sameOnAllKeyboards(password: string): string {
  return password.normalize('NFC')
}
