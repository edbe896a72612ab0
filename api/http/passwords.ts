import { hash, verify } from '@node-rs/argon2'

// Argon2id with the OWASP's parameters: 19 MB and two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is stored in a password's place. */
export function hashPassword(password: string): Promise<string> {
  return hash(sameOnAllKeyboards(password), cost)
}

let nobodys: Promise<string> | undefined

/**
 * Whether it is the reader's password. For an unknown reader, or one without a password, it takes as long
 * and is false: the response time must not reveal who has an account.
 */
export async function isPasswordOf(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobodys), sameOnAllKeyboards(password))
  return isRight && typeof stored === 'string'
}

/** One keyboard writes ọ̀ as one sign, another as three. */
function sameOnAllKeyboards(password: string): string {
  return password.normalize('NFC')
}
