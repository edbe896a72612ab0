//   npm run db:backup [-- file]                 rows and files as they are now, while the service runs
//   npm run db:restore -- file [--replace]      puts them back
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
installPackages()
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

try {
  // This one alone: the service may be running out of the others.
  const { bundleOptions } = await import('./bundle.mjs')
  const { build } = await import('esbuild')
  const name = 'backup-commands'
  await build({ ...bundleOptions, entryPoints: { [name]: bundleOptions.entryPoints[name] } })
  const commands = await import('../dist/backup-commands.mjs')
  const [, , command, ...args] = process.argv
  console.log(await commands[command]({ env: process.env, root, args }))
} catch (error) {
  console.error(error.message)
  if (error.cause) console.error(error.cause)
  process.exit(1)
}
