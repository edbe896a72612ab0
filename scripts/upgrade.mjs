// Starts a new release beside the old one, without downtime (docs/how-to/upgrade.md):
//   npm run upgrade -- <name>      to the release in releases/<name>
//   npm run upgrade -- back        to the release before, on the same data
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { superviseByProcesses, superviseBySystemd } from './supervisors.mjs'
import { upgrades } from './upgrade-steps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** Where deploy/server/install.sh puts everything, units of systemd included. */
const placeOfServer = '/opt/ascend'

try {
  const [what, ...more] = process.argv.slice(2)
  if (!what || more.length > 0 || what.startsWith('-')) {
    throw new Error(
      'Usage: npm run upgrade -- <name of a folder in releases>, or: npm run upgrade -- back',
    )
  }
  const place = dirname(dirname(root))
  if (basename(dirname(root)) !== 'releases' || !existsSync(join(place, 'front.sh'))) {
    throw new Error(
      `A release must lie in a folder of its own, releases/<name>, beside a front.sh that turns the server in front to a port: docs/how-to/upgrade.md. This one is ${root}.`,
    )
  }
  const supervise = place === placeOfServer ? superviseBySystemd : superviseByProcesses
  const { upgrade, back } = upgrades(place, supervise(place))
  await (what === 'back' ? back() : upgrade(basename(what)))
} catch (error) {
  console.error(`\n${error.message}`)
  process.exit(1)
}
