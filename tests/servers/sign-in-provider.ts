import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { default as Provider } from 'oidc-provider'
import { vi } from 'vitest'
import type { SignInProvider } from '#api/integrations/integrations.ts'
import { atEndOfFile } from '../end-of-file.ts'
import { aVisitor } from '../people.ts'

/** Whom the provider knows, and what it says of them. */
interface KnownPerson {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

const clientId = 'ascend'
const clientSecret = 'a secret between two servers'

/** Our address that readers come back to, as it is registered at the provider. */
const callback = 'https://ascend.example/api/auth/callback'

/**
 * A real OpenID Connect provider on this machine. Whoever comes is `next.person`, who signs in at once, or declines
 * when that is undefined. With a given port it takes the place of one that went away.
 */
export async function anOidcProvider({ port = 0 } = {}) {
  const next: { person: KnownPerson | undefined } = { person: aPerson() }
  const known = new Map<string, KnownPerson>()
  const server = createServer()
  atEndOfFile(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await quietProvider(issuer, known)
  provider.use(async (ctx, proceed) => {
    if (!ctx.path.startsWith('/interaction/')) return proceed()
    const { person } = next
    if (person) known.set(person.sub, person)
    const to = await provider.interactionResult(
      ctx.req,
      ctx.res,
      person ? { login: { accountId: person.sub } } : { error: 'access_denied' },
    )
    ctx.redirect(to)
  })
  server.on('request', provider.callback())
  return {
    options: { issuer, clientId, clientSecret, callback },
    next,
    /** Goes through the provider's pages with a browser of its own; resolves to the address it sends back to. */
    async signIn(address: string): Promise<string> {
      const { send } = await aVisitor(issuer)
      let at = address
      for (let steps = 0; at.startsWith(issuer); steps++) {
        const response = await send(at)
        const to = response.headers.get('Location')
        if (!to || steps > 9) throw new Error(`${response.status}: ${await response.text()}`)
        at = new URL(to, issuer).href
      }
      return at
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Somebody new to everybody. */
export function aPerson(fields: Partial<KnownPerson> = {}): KnownPerson {
  const sub = randomUUID()
  return {
    sub,
    email: `${sub}@provider.example`,
    email_verified: true,
    given_name: 'Ibinabo',
    family_name: 'Okoro-Hart',
    ...fields,
  }
}

async function quietProvider(issuer: string, known: Map<string, KnownPerson>): Promise<Provider> {
  // It warns of the Node release and of rows kept in memory: true, and no fault of ours.
  const output = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]
  for (const spy of output) spy.mockImplementation(() => {})
  const { default: OidcProvider } = await import('oidc-provider')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => {
      const person = known.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    // Said, so that it does not complain of the defaults.
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  for (const spy of output) spy.mockRestore()
  return provider
}

/** A provider that vouches for whoever comes back with a name: signing in without the cost of a password. */
export function aTrustingProvider(): SignInProvider {
  return {
    start: async () => ({ url: 'https://provider.example/authorize', secret: 'kept' }),
    finish: async (query) => {
      const name = new URLSearchParams(query).get('code') ?? randomUUID()
      return {
        subject: `https://provider.example ${name}`,
        email: `${name}@provider.example`,
        isEmailVerified: true,
        firstName: 'Ibinabo',
        lastName: null,
      }
    },
  }
}
