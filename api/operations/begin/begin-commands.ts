import { join } from 'node:path'
import { readConfig } from '#api/config.ts'
import { openFiles } from '#api/integrations/folder-files.ts'
import { orderSecret } from '#api/shop/orders/order-secrets.ts'
import { findOwner } from '#api/staff/people/staff.queries.ts'
import { syncOwnerAlone } from '#api/staff/sign-in/sync-owner.ts'
import { businessSchemas } from '#contract/settings/business.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect } from '#db/sql.ts'
import { setBusiness } from '../business/business.queries.ts'
import { type LiveBusiness, openBusiness } from '../business/live-business.ts'
import { openDataFolder } from '../data-folder.ts'
import { oneTimeAddress } from './one-time-address.ts'

type Env = Parameters<typeof readConfig>[0]

/**
 * `npm run begin`: notes the domain, which the next start serves, and resolves to the one-time address at which the owner
 * begins, or to that of the sign-in where they have one. Rejects with one readable Error.
 */
export async function runBegin({
  env,
  root,
  args: [domain, ...more],
}: {
  env: Env
  root: string
  args: string[]
}): Promise<string> {
  const values = domain === undefined ? {} : { PUBLIC_URL: `https://${domain}` }
  if (more.length > 0 || (domain && !businessSchemas.domain.safeParse(values).success)) {
    throw new Error('Usage: npm run begin -- ascend.example (the domain name, in lower case)')
  }
  const config = readConfig(env)
  await openDataFolder(config.dataDir)
  return withDatabase(config, async (database, url) => {
    // It may be the first to come here.
    await migrate(database, join(root, 'db', 'migrations'))
    const db = connect(url)
    try {
      const business = openBusiness(env, await orderSecret(await openFiles(config)))
      await business.refresh()
      const kept = await noteDomain(values, business)
      const { publicUrl, publisher } = business.config()
      if (publisher.password === undefined) {
        await syncOwnerAlone(publisher.username, config.dataDir)
        const owner = await findOwner()
        if (owner && !owner.chosePassword) {
          return `${kept}Begin here, ${await oneTimeAddress(owner.id, publicUrl)}`
        }
      }
      return `${kept}The owner signs in at ${publicUrl}${staffPaths.login()}`
    } finally {
      await db.end({ timeout: 5 })
    }
  })
}

/** Resolves to a sentence where the server's own variable says another. */
async function noteDomain(
  values: { PUBLIC_URL?: string },
  business: LiveBusiness,
): Promise<string> {
  const address = values.PUBLIC_URL
  if (!address || business.config().publicUrl === address) return ''
  const { PUBLIC_URL: ofServer } = business.ofServer('domain')
  if (ofServer) return `PUBLIC_URL is ${ofServer} in the settings of the server: change it there.\n`
  const version = business.rows().find(({ part }) => part === 'domain')?.version ?? 0
  const sealed = Buffer.from(JSON.stringify(values))
  await setBusiness('domain', { sealed, version, by: 'the server', hours: 0 })
  await business.refresh()
  return ''
}
