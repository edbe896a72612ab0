import { seal, unseal } from '#api/http/secrets/seal.ts'
import { dayMs } from '#contract/days.ts'
import { followLinkDays } from '#contract/newsletter/follows.ts'

interface Asked {
  email: string
  key: string
}

const place = { use: 'follow links', name: 'follow', version: 1 } as const

/** It is in the mailed link alone: nothing of somebody who does not open it is stored, and no log can read it. */
export function followToken(secret: Uint8Array, { email, key }: Asked, now = Date.now()): string {
  const until = now + followLinkDays * dayMs
  return seal(secret, place, JSON.stringify([email, key, until])).toString('base64url')
}

/** Undefined for a forged one, and for one whose time is over. */
export function readFollowToken(
  secret: Uint8Array,
  token: string,
  now = Date.now(),
): Asked | undefined {
  const text = unseal(secret, place, Buffer.from(token, 'base64url'))
  if (!text) return undefined
  const [email, key, until] = JSON.parse(text) as [string, string, number]
  return until > now ? { email, key } : undefined
}
