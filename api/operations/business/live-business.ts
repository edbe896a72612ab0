import { type Config, readConfig } from '#api/config.ts'
import { isPublic } from '#api/http/open-server.ts'
import { unseal } from '#api/http/secrets/seal.ts'
import { openFiles } from '#api/integrations/folder-files.ts'
import { orderSecretFile, readOrderSecret } from '#api/shop/orders/order-secrets.ts'
import { type BusinessPart, variablesOf } from '#contract/settings/business.ts'
import type { Database } from '#db/driver/open-database.ts'
import { type BusinessRow, listBusiness } from './business.queries.ts'

type Given = Record<string, string | undefined>

export interface LiveBusiness {
  /** What holds now; the same object until it changes. */
  config(): Config
  /** The row of each part that was ever set here, as it was last read. */
  rows(): BusinessRow[]
  /** Stored parts that are not in force: another secret sealed them, or they do not go with the server's variables. */
  broken(): BusinessPart[]
  /** What the environment sets of a part; empty where it leaves it to the admin. */
  ofServer(part: BusinessPart): Record<string, string>
  /** What is stored of a part and in force; empty where there is nothing. */
  stored(part: BusinessPart): Record<string, string>
  /** What was set before its last changes; null for nothing, and for what cannot be opened or does not go with the rest now. */
  before(row: BusinessRow): Record<string, string> | null
  /** What is stored of a part and holds only later. */
  coming(part: BusinessPart): { from: string; values: Record<string, string> } | undefined
  /** What would hold with all values of a part. Throws what `readConfig` throws. */
  tried(values: Record<string, string>): Config
  /** Resolves when `config` has what is stored now. `db`: of commands, which have no `sql`. */
  refresh(db?: Database): Promise<void>
}

/** The server's variables and, for parts that they leave alone, what the owner has set at the admin. */
export function openBusiness(environment: Given, secret: Uint8Array): LiveBusiness {
  // An empty value is unset.
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  // The address of the publisher, or a tax number, may stand there alone.
  const ofServer = (part: BusinessPart) =>
    env[variablesOf(part)[0] ?? ''] ? valuesOf(part, env) : {}
  const isFree = (part: BusinessPart) => Object.keys(ofServer(part)).length === 0
  let config = readConfig(env)
  let stored: Record<string, string> = {}
  let rows: BusinessRow[] = []
  let broken: BusinessPart[] = []
  let coming = new Map<BusinessPart, { from: string; values: Record<string, string> }>()
  const open = (part: BusinessPart, version: number, sealed: Uint8Array) => {
    // The domain is no secret, and holds where the secret is lost: without it the site would pass for one of its own machine.
    const text =
      part === 'domain'
        ? Buffer.from(sealed).toString()
        : unseal(secret, { use: 'business settings', name: part, version }, sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, string>)
  }
  /** What holds of a row at present; undefined if it cannot be opened, and `{}` if there is nothing. */
  const inForce = ({ part, sealed, version, before, beforeVersion, holdsFrom }: BusinessRow) => {
    if (Date.parse(holdsFrom) <= Date.now()) return sealed ? open(part, version, sealed) : {}
    coming.set(part, { from: holdsFrom, values: (sealed && open(part, version, sealed)) ?? {} })
    return before ? open(part, beforeVersion ?? 0, before) : {}
  }
  const refresh = async (db?: Database) => {
    const found = await listBusiness(db)
    const isDue = [...coming.values()].some(({ from }) => Date.parse(from) <= Date.now())
    if (isSame(found, rows) && !isDue) return
    rows = found
    coming = new Map()
    broken = []
    stored = {}
    for (const row of rows.filter(({ part }) => isFree(part))) {
      const holds = inForce(row)
      const values = holds && { ...stored, ...holds }
      if (values && goesWith(env, values)) stored = values
      // Their order waits until both are set again.
      else if (row.part !== 'turns') broken.push(row.part)
    }
    config = readConfig({ ...stored, ...env })
  }
  return {
    config: () => config,
    rows: () => rows,
    broken: () => broken,
    ofServer,
    stored: (part) => valuesOf(part, stored),
    coming: (part) => coming.get(part),
    before({ part, before, beforeVersion }) {
      const values = before && open(part, beforeVersion ?? 0, before)
      return values && goesWith(env, { ...stored, ...values }) ? values : null
    },
    tried: (values) => readConfig({ ...stored, ...values, ...env }),
    refresh,
  }
}

/**
 * As the service has it, for commands. Where what is stored cannot be read, the variables count alone: another check says
 * why. `db`: undefined when there is none yet.
 */
export async function readBusiness(
  env: Given,
  db: () => Promise<Database | undefined>,
): Promise<LiveBusiness> {
  const noSecret = new Uint8Array()
  try {
    const files = await openFiles(readConfig(env))
    const isThere = await files.find(orderSecretFile)
    const business = openBusiness(env, isThere ? await readOrderSecret(files) : noSecret)
    const reached = await db()
    if (reached) await business.refresh(reached)
    return business
  } catch {
    return openBusiness(env, noSecret)
  }
}

/** Whoever runs the server may name what is beside it, and so may the owner on a machine of their own. */
export const mustBeOutside = (
  { config, ofServer }: Pick<LiveBusiness, 'config' | 'ofServer'>,
  part: BusinessPart,
) => isPublic(config().publicUrl) && Object.keys(ofServer(part)).length === 0

/** What `make` makes of what is set at present, anew once that has changed. */
export function madeOf<T>(
  { config }: Pick<LiveBusiness, 'config'>,
  make: (config: Config) => T,
): () => T {
  let of = config()
  let made = make(of)
  return () => {
    if (of !== config()) {
      of = config()
      made = make(of)
    }
    return made
  }
}

/** Those that are set. */
function valuesOf(part: BusinessPart, given: Given): Record<string, string> {
  const set = variablesOf(part).map((name) => [name, given[name]])
  return Object.fromEntries(set.filter(([, value]) => value))
}

const isSame = (rows: BusinessRow[], others: BusinessRow[]) =>
  rows.length === others.length &&
  rows.every((row) => others.some((one) => one.part === row.part && one.version === row.version))

/** A release before may have stored what this one refuses, and the server's variables change. */
function goesWith(env: Given, values: Given): boolean {
  try {
    readConfig({ ...values, ...env })
    return true
  } catch {
    return false
  }
}
