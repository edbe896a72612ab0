import { type Row, transaction } from '#db/sql.ts'
import { encrypt, makeAuthenticator, stepOfCode } from './authenticator.ts'
import {
  askForPasskey,
  counterAfter,
  offerPasskey,
  type RelyingParty,
  readNewPasskey,
} from './passkeys.ts'
import {
  type Attempt,
  countRecoveryCodes,
  findAttempt,
  findAuthenticator,
  finishAttempt,
  insertAttempt,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  setAuthenticator,
  setPasskeyUsed,
  takeChallenge,
  takeRecoveryCode,
  takeStep,
} from './second-step.queries.ts'

export interface SecondStepWith {
  /** Undefined: passkeys are not offered here. */
  party: RelyingParty | undefined
  /** Encrypts the secrets of authenticators. */
  secret: Uint8Array
  issuer: string
}

interface Proof {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: { id: string } | undefined
}

type Person = Row<'staff', 'id' | 'name' | 'email'>

/** Follows a right password: with the possible second steps, and the token of the attempt. */
export async function askForSecondStep({ id: staffId }: Person, { party }: SecondStepWith) {
  const [asked, authenticator, codes] = await Promise.all([
    startPasskey(staffId, 'sign-in', party),
    findAuthenticator(staffId),
    countRecoveryCodes(staffId),
  ])
  return { ...asked, hasAuthenticator: Boolean(authenticator), hasRecoveryCodes: codes > 0 }
}

/** What the browser needs for one of the passkeys that work here, null where there is none, and the attempt's token. */
export async function startPasskey(
  staffId: string,
  purpose: 'sign-in' | 'confirm',
  party: RelyingParty | undefined,
) {
  const usable = (await listPasskeys(staffId)).filter(({ rpId }) => rpId === party?.id)
  const passkey = party && usable.length > 0 ? await askForPasskey(party, usable) : null
  const challenge = passkey?.challenge ?? null
  return { attempt: await insertAttempt({ staffId, purpose, challenge }), passkey }
}

/** Whether the proof is right. Codes and challenges are used up; a wrong code leaves the attempt open. */
export async function isSecondStepOf(
  attempt: Attempt,
  { code, recoveryCode, passkey }: Proof,
  { party, secret }: SecondStepWith,
): Promise<boolean> {
  const { staffId } = attempt
  if (passkey) {
    const challenge = await takeChallenge(attempt.id)
    const known = (await listPasskeys(staffId)).find(({ id }) => id === passkey.id)
    if (!challenge || !known || !party) return false
    const counter = await counterAfter(party, challenge, passkey, known)
    return counter !== undefined && setPasskeyUsed(known.id, known.counter, counter)
  }
  if (recoveryCode) return takeRecoveryCode(staffId, recoveryCode)
  const authenticator = code && (await findAuthenticator(staffId))
  const step = authenticator && stepOfCode(authenticator.secret, code, secret)
  return step ? takeStep(staffId, step) : false
}

/** Starts setting one up: what the browser needs, and the token to finish with. */
export async function startEnrolment(
  person: Person,
  kind: 'passkey' | 'authenticator',
  { party, secret, issuer }: SecondStepWith,
) {
  const begun = { staffId: person.id, purpose: 'enrol' } as const
  if (kind === 'passkey') {
    const passkey = party && (await offerPasskey(party, person, await listPasskeys(person.id)))
    if (!passkey) return
    const attempt = await insertAttempt({ ...begun, challenge: passkey.challenge })
    return { attempt, passkey, authenticator: null }
  }
  const authenticator = makeAuthenticator(issuer, person.email ?? person.name)
  const attempt = await insertAttempt({
    ...begun,
    challenge: null,
    secret: encrypt(authenticator.secret, secret),
  })
  return { attempt, passkey: null, authenticator }
}

/**
 * Stores what was set up. Resolves to recovery codes when there are none yet, else to an empty list; to nothing when
 * code or passkey are wrong.
 */
export async function finishEnrolment(
  staffId: string,
  proof: Proof & { attempt: string; name?: string | undefined },
  { party, secret }: SecondStepWith,
): Promise<string[] | undefined> {
  const attempt = await findAttempt(proof.attempt, 'enrol')
  if (attempt?.staffId !== staffId) return
  const store = await readEnrolment(attempt, proof, party, secret)
  if (!store) return
  return transaction(async () => {
    if (!(await finishAttempt(attempt.id)) || !(await store())) return
    return (await countRecoveryCodes(staffId)) > 0 ? [] : replaceRecoveryCodes(staffId)
  })
}

/** How to store it; undefined when code or passkey are wrong. */
async function readEnrolment(
  { id, staffId, secret: encrypted }: Attempt,
  { code, passkey, name }: Proof & { name?: string | undefined },
  party: RelyingParty | undefined,
  secret: Uint8Array,
): Promise<(() => Promise<boolean>) | undefined> {
  if (passkey) {
    const challenge = await takeChallenge(id)
    const made = challenge && party && (await readNewPasskey(party, challenge, passkey))
    return made ? () => insertPasskey(staffId, { ...made, name: name || 'Passkey' }) : undefined
  }
  const step = code && encrypted ? stepOfCode(encrypted, code, secret) : undefined
  if (!step || !encrypted) return
  return async () => {
    await setAuthenticator(staffId, encrypted, step)
    return true
  }
}
