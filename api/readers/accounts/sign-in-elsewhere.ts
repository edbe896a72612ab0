import type { RequestContext } from '#api/http/request-context.ts'
import type { Identity, SignInProvider } from '#api/integrations/integrations.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { returnTo as path } from '#contract/endpoints/fields.ts'
import { apiError, apiErrorFrom, required } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  findReaderByEmail,
  findReaderBySubject,
  insertReader,
  linkReader,
} from './accounts.queries.ts'
import { signInHere } from './devices.ts'
import { endAllSessions } from './sessions.ts'

/** Holds the secret of a sign-in until the browser comes back. */
const signInCookie = 'sign_in'

/** Resolves to the provider's address. */
export async function startSignIn(
  context: RequestContext,
  provider: SignInProvider,
  returnTo: string,
) {
  const { url, secret } = await provider.start()
  context.remember(signInCookie, JSON.stringify({ secret, returnTo }))
  return url
}

/** Resolves to the page where the reader was before. */
export async function finishSignIn(
  context: RequestContext,
  provider: SignInProvider,
  secret: Uint8Array,
): Promise<string> {
  const started = required(readStarted(context.recall(signInCookie)), 'signInNotFinished')
  let identity: Identity
  try {
    identity = await provider.finish(context.query, started.secret)
  } catch (error) {
    throw apiErrorFrom(error, 'signInNotFinished')
  }
  const reader = await transaction(() => admitIdentity(identity))
  await signInHere(context, reader, secret)
  return started.returnTo
}

async function admitIdentity({ subject, email, isEmailVerified, firstName, lastName }: Identity) {
  const known = await findReaderBySubject(subject)
  if (known) return known
  // An address that the provider has not verified may be anybody's.
  if (!email || !isEmailVerified) throw apiError('emailNotVerified')
  const owner = await findReaderByEmail(email)
  if (owner) {
    await linkReader(owner.id, subject)
    await endAllSessions(owner.id)
    return owner
  }
  const added = await insertReader({
    email,
    firstName,
    lastName,
    passwordHash: null,
    providerSubject: subject,
    emailProvenAt: new Date(),
  })
  if (!added) throw apiError('signInNotFinished')
  await queueMail('welcome', email, { firstName })
  return added
}

function readStarted(text: string | undefined): { secret: string; returnTo: string } | undefined {
  try {
    const { secret, returnTo } = JSON.parse(text ?? '')
    // A cookie can be forged: its return address is checked again.
    return typeof secret === 'string' ? { secret, returnTo: path.parse(returnTo) } : undefined
  } catch {
    return undefined
  }
}
