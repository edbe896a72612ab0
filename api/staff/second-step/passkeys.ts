import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { secondStepMinutes } from '#contract/form-limits.ts'
import type { Passkey } from './second-step.queries.ts'

/** Takes half a second and 29 MB: loaded only when a passkey is used. */
const webauthn = () => import('@simplewebauthn/server')

const timeout = secondStepMinutes * 60_000

const idsOf = (passkeys: Passkey[]) => passkeys.map(({ id, transports }) => ({ id, transports }))

export async function offerPasskey(
  party: RelyingParty,
  person: { id: string; name: string; email: string | null },
  known: Passkey[],
) {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.email ?? person.name,
    userDisplayName: person.name,
    timeout,
    excludeCredentials: idsOf(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

export async function askForPasskey(party: RelyingParty, known: Passkey[]) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout,
    allowCredentials: idsOf(known),
    userVerification: 'preferred',
  })
  return { ...options }
}

/** The new passkey; undefined when the device signed something else. */
export async function readNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: object,
): Promise<Omit<Passkey, 'name'> | undefined> {
  const { verifyRegistrationResponse } = await webauthn()
  // The library throws for any mismatch: origin, challenge or format.
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verified?.verified) return
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { id, publicKey, counter, transports, rpId: party.id }
}

/** The new counter of the passkey; undefined when it did not sign this challenge for this site. */
export async function counterAfter(
  party: RelyingParty,
  challenge: string,
  response: object,
  passkey: Passkey,
): Promise<number | undefined> {
  const { id, publicKey, counter, transports } = passkey
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: { id, publicKey, counter, transports },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

export interface RelyingParty {
  id: string
  origin: string
}

/**
 * It is made from the configured address, never from a request's Host. Undefined where browsers offer no passkeys: at
 * an IP address, and without https outside this machine.
 */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
