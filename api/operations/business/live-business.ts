import { type Config, readConfig } from '#api/config.ts'
import { type BusinessPart, variablesOf } from '#contract/settings/business.ts'
import { type BusinessRow, listBusiness } from './business.queries.ts'
import { unseal } from './seal.ts'

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
  /** What would hold with all values of a part. Throws what `readConfig` throws. */
  tried(values: Record<string, string>): Config
  /** Resolves when `config` has what is stored now. */
  refresh(): Promise<void>
}

/** The server's variables and, for parts that they leave alone, what the owner has set at the admin. */
export function openBusiness(environment: Given, secret: Uint8Array): LiveBusiness {
  // An empty value is unset.
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const ofServer = (part: BusinessPart) => valuesOf(part, env)
  const isFree = (part: BusinessPart) => Object.keys(ofServer(part)).length === 0
  let config = readConfig(env)
  let stored: Record<string, string> = {}
  let rows: BusinessRow[] = []
  let broken: BusinessPart[] = []
  const refresh = async () => {
    const found = await listBusiness()
    if (isSame(found, rows)) return
    rows = found
    broken = []
    stored = {}
    for (const { part, sealed, version } of rows.filter(({ part }) => isFree(part))) {
      if (!sealed) continue
      const text = unseal(secret, { name: part, version }, sealed)
      const values = text === undefined ? undefined : { ...stored, ...JSON.parse(text) }
      if (values && goesWith(env, values)) stored = values
      else broken.push(part)
    }
    config = readConfig({ ...stored, ...env })
  }
  return {
    config: () => config,
    rows: () => rows,
    broken: () => broken,
    ofServer,
    stored: (part) => valuesOf(part, stored),
    tried: (values) => readConfig({ ...stored, ...values, ...env }),
    refresh,
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
