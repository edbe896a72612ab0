import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'

const port = 'a port number from 1 to 65535'
const origin = 'an address such as https://ascend.example, without a path'
const database = 'an address such as postgres://user:password@host:5432/ascend'

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
  if (!read.success) {
    const lines = read.error.issues.map((issue) => {
      const name = String(issue.path[0])
      // A password may stand in a database address: it never reaches a log.
      const shown = name === 'DATABASE_URL' ? '(hidden)' : JSON.stringify(given[name])
      return `  ${name} is ${shown}, expected ${issue.message}`
    })
    throw new Error(`Bad configuration:\n${lines.join('\n')}`)
  }
  const { data } = read
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: (data.PUBLIC_URL ?? `http://${urlHost(data.HOST)}:${data.PORT}`).replace(/\/$/, ''),
    databaseUrl: data.DATABASE_URL,
    dataDir: isAbsolute(data.DATA_DIR) ? data.DATA_DIR : resolve(data.DATA_DIR),
    demoContent: data.DEMO_CONTENT,
    logLevel: data.LOG_LEVEL,
  }
}

/** A host as it stands in an address: "every interface" is reached as localhost, IPv6 in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
