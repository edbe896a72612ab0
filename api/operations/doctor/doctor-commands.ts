import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#api/config.ts'
import { purgeCache } from '#api/integrations/purge-cache.ts'
import { readBusiness } from '#api/operations/business/live-business.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { type Database, openDatabase } from '#db/driver/open-database.ts'
import { type EmbeddedDatabase, reachEmbedded } from '#db/embedded/embedded.ts'
import { checkCdn } from './check-cdn.ts'
import { subjectOf } from './doctor-subject.ts'
import { examine } from './examine.ts'
import { type Finding, judgeNode, judgeSettings, judgeSettingsFile } from './judge.ts'

type Env = Parameters<typeof readConfig>[0]

const marks = { ok: '  ok       ', warning: '  warning  ', problem: '  PROBLEM  ' }

/**
 * `npm run doctor`, beside a running service or without one. Resolves to the text to print; rejects with the same text when
 * there is a problem, so that the command fails.
 */
export async function runDoctor({
  env,
  root,
  args,
  ca,
}: {
  env: Env
  root: string
  args: string[]
  /** Tests only. */
  ca?: string
}): Promise<string> {
  const [command, address, ...rest] = args
  const isAddress = !address || /^https?:$/.test(parseUrl(address)?.protocol ?? '')
  if ((command && command !== 'cdn') || !isAddress || rest.length > 0) {
    throw new Error('Usage: npm run doctor, or npm run doctor -- cdn [https://ascend.example]')
  }
  const findings = await (command ? findThroughCdn(env, address) : findAll(env, root, ca))
  const text = findings.map(written).join('\n')
  const count = (state: Finding['state']) => findings.filter((it) => it.state === state).length
  const sum = `${count('problem')} problems, ${count('warning')} warnings, ${count('ok')} in order.`
  if (count('problem') > 0) throw new Error(`${text}\n${sum}`)
  return `${text}\n${sum}`
}

function written({ title, state, found, todo }: Finding): string {
  return `${marks[state]}${title}: ${found}${todo ? `\n           ${todo}` : ''}`
}

/** Asks as readers do, before differences are on. */
async function findThroughCdn(env: Env, address: string | undefined): Promise<Finding[]> {
  const opened = openOnce(readConfig(env))
  const { cache, pageDifferences, publicUrl } = (await readBusiness(env, opened.db)).config()
  await opened.close()
  if (cache?.kind !== 'cloudflare' || pageDifferences === 'off') {
    throw new Error('Set CACHE=cloudflare, unset PAGE_DIFFERENCES, and restart the service first.')
  }
  const purge = () => purgeCache(cache)(['data'])
  return checkCdn({ base: address ? new URL(address).origin : publicUrl, purge })
}

async function findAll(env: Env, root: string, ca: string | undefined): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    const fault = (error as Error).message.replace(/\n\s*/g, ' ')
    return [
      { title: 'Node', ...judgeNode(process.versions.node) },
      { title: 'Settings', ...judgeSettings(fault) },
    ]
  }
  const settings: Finding[] = [{ title: 'Settings', ...judgeSettings(undefined) }]
  const file = await stat(join(root, '.env')).catch(() => undefined)
  if (file) settings.push({ title: 'Settings file', ...judgeSettingsFile('.env', file.mode) })
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const opened = openOnce(config)
  try {
    const subject = subjectOf(await readBusiness(env, opened.db), { root, db: opened.db })
    return [...settings, ...(await examine({ ...subject, ...(ca && { ca }) }))]
  } finally {
    await opened.close()
  }
}

/** One connection for all checks. A database that does not exist is not made: whoever looks changes nothing. */
function openOnce(config: Config) {
  let embedded: EmbeddedDatabase | undefined
  let opening: Promise<Database | undefined> | undefined
  const open = async () => {
    if (!config.databaseUrl) {
      if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) return undefined
      // A running service has started it already.
      embedded = await reachEmbedded(config)
    }
    return openDatabase(config.databaseDirectUrl ?? embedded?.url ?? '', { max: 2 })
  }
  return {
    db() {
      opening ??= open()
      return opening
    },
    async close() {
      const db = await opening?.catch(() => undefined)
      await db?.end({ timeout: 2 })
      await embedded?.stop()
    },
  }
}
