import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { passwordLength } from '#contract/form-limits.ts'

const port = 'a port number from 1 to 65535'
const origin = 'an address such as https://ascend.example, without a path'
const database = 'an address such as postgres://user:password@host:5432/ascend'

const username = 'a name to sign in with'
const password = `1 to ${passwordLength.max} characters`
const mailServer = 'an address such as smtps://user:password@mail.example:465'
const mailAddress = 'an e-mail address'
const issuer = 'the https address of an OpenID Connect provider'
const hops = 'a whole number from 0 to 9'

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

const schema = z.object({
  PORT: z._default(
    z.coerce.number(port).check(z.int(port), z.minimum(1, port), z.maximum(65535, port)),
    4321,
  ),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(
    z.string().check(
      z.refine((text) => {
        const url = URL.canParse(text) ? new URL(text) : undefined
        return !!url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
      }, origin),
    ),
  ),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(z.refine((text) => /^postgres(ql)?:/.test(text) && URL.canParse(text), database)),
  ),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  ADMIN_USERNAME: z._default(z.string().check(z.trim(), z.minLength(1, username)), 'publisher'),
  ADMIN_PASSWORD: z.optional(
    z.string().check(z.trim(), z.minLength(1, password), z.maxLength(passwordLength.max, password)),
  ),
  SMTP_URL: z.optional(
    z.string().check(z.refine((text) => /^smtps?:/.test(text) && URL.canParse(text), mailServer)),
  ),
  MAIL_FROM: z.optional(z.email(mailAddress)),
  PUBLISHER_EMAIL: z.optional(z.email(mailAddress)),
  OIDC_ISSUER: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            /^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(text) && URL.canParse(text),
          issuer,
        ),
      ),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  TRUST_PROXY: z._default(
    z.coerce.number(hops).check(z.int(hops), z.minimum(0, hops), z.maximum(9, hops)),
    0,
  ),
  DEMO_CONTENT: z._default(z.enum(['auto', 'on', 'off'], 'auto, on or off'), 'auto'),
  LOG_LEVEL: z._default(z.enum(logLevels, `one of ${logLevels.join(', ')}`), 'info'),
})

/** What the whole service is configured by; `.env.example` explains each value to whoever installs it. */
export interface Config {
  port: number
  host: string
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string
  /** Undefined: the embedded Postgres under `dataDir`. */
  databaseUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** The publisher's sign-in. Without a password one is made and kept under `dataDir`. */
  publisher: { username: string; password: string | undefined }
  /** Undefined: mails are written into the outbox folder under `dataDir`. */
  smtp: { url: string; from: string } | undefined
  /** Where the publisher's mails go. */
  publisherEmail: string | undefined
  /** Signing in elsewhere; undefined: local accounts alone. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** How many proxies in front are believed when they say who asks. */
  trustProxy: number
  /** `auto`: into an empty embedded database only. */
  demoContent: 'auto' | 'on' | 'off'
  logLevel: (typeof logLevels)[number]
}

/**
 * The only reader of the environment. An empty value counts as unset.
 * Throws one Error that lists every bad variable and what was expected of it.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const read = schema.safeParse(given)
  const bad = (read.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    const shown = secrets.includes(name) ? '(hidden)' : JSON.stringify(given[name])
    return `  ${name} is ${shown}, expected ${issue.message}`
  })
  const missing = together.flatMap(([first, ...others]) =>
    given[first]
      ? others
          .filter((name) => !given[name])
          .map((name) => `  ${name} is unset, expected because ${first} is set`)
      : [],
  )
  if (!read.success || missing.length > 0) {
    throw new Error(`Bad configuration:\n${[...bad, ...missing].join('\n')}`)
  }
  const { data } = read
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: (data.PUBLIC_URL ?? `http://${urlHost(data.HOST)}:${data.PORT}`).replace(/\/$/, ''),
    databaseUrl: data.DATABASE_URL,
    dataDir: isAbsolute(data.DATA_DIR) ? data.DATA_DIR : resolve(data.DATA_DIR),
    publisher: { username: data.ADMIN_USERNAME, password: data.ADMIN_PASSWORD },
    smtp:
      data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    publisherEmail: data.PUBLISHER_EMAIL,
    oidc:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID && data.OIDC_CLIENT_SECRET
        ? {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID,
            clientSecret: data.OIDC_CLIENT_SECRET,
          }
        : undefined,
    trustProxy: data.TRUST_PROXY,
    demoContent: data.DEMO_CONTENT,
    logLevel: data.LOG_LEVEL,
  }
}

/** They may hold a password: they never reach a log. */
const secrets = ['DATABASE_URL', 'ADMIN_PASSWORD', 'SMTP_URL', 'OIDC_CLIENT_SECRET']

/** The first of each is of no use without the others. */
const together = [
  ['SMTP_URL', 'MAIL_FROM', 'PUBLISHER_EMAIL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const

/** A host as it stands in an address: "every interface" is reached as localhost, IPv6 in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
