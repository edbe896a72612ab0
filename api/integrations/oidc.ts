import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { email as emailField } from '#contract/endpoints/fields.ts'
import { apiErrorFrom } from '#contract/errors.ts'
import { storyLengths } from '#contract/form-limits.ts'
import type { SignInProvider } from './integrations.ts'

interface OidcOptions {
  issuer: string
  clientId: string
  clientSecret: string
  /** It is registered at the provider, to the letter. */
  callback: string
  timeoutSeconds?: number
}

/** Authorization code with PKCE, state and nonce. */
export function oidcProvider({
  issuer,
  clientId,
  clientSecret,
  callback,
  timeoutSeconds = 10,
}: OidcOptions): SignInProvider {
  let found: Promise<Configuration> | undefined
  /** Fetched at the first sign-in: the provider may be down when the service starts. */
  const configuration = () => {
    const address = new URL(issuer)
    found ??= discovery(
      address,
      clientId,
      clientSecret,
      undefined,
      // This is for a provider on localhost; config.ts allows no other without https.
      {
        timeout: timeoutSeconds,
        execute: address.protocol === 'http:' ? [allowInsecureRequests] : [],
      },
    ).catch((error) => {
      found = undefined
      throw apiErrorFrom(error, 'signInUnavailable')
    })
    return found
  }

  return {
    async start() {
      const config = await configuration()
      const checks = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secret: JSON.stringify(checks) }
    },

    async finish(query, secret) {
      const { state, nonce, verifier } = JSON.parse(secret) as Record<string, string>
      if (!state || !nonce || !verifier)
        throw new Error('Sign-in aborted: state, nonce or verifier is missing')
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider returned no claims about the reader')
      // The id token holds name and e-mail only at providers without a userinfo endpoint.
      const profile = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : claims
      return {
        subject: `${claims.iss} ${claims.sub}`,
        email: emailField.safeParse(profile['email']).data,
        isEmailVerified: profile['email_verified'] === true,
        firstName: readName(profile['given_name']) ?? readName(profile['name']),
        lastName: readName(profile['family_name']),
      }
    },
  }
}

/** A provider may send anything. */
function readName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  return (
    claim
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, storyLengths.name) || null
  )
}
