// Bundles and runs a command of the service in its own process, and prints its result.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {string} name of the entry point in bundle.mjs
 * @param {string | undefined} command one of its exports
 * @param {string[]} args
 * @param {object} more further arguments
 */
export async function runCommand(name, command, args, more = {}) {
  process.chdir(root)
  installPackages()
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  try {
    // Only this bundle: a running service may be using the others.
    const { bundleService } = await import('./bundle.mjs')
    await bundleService([name])
    const commands = await import(`../dist/${name}.mjs`)
    console.log(await commands[command]({ env: process.env, root, args, ...more }))
  } catch (error) {
    console.error(error.message)
    if (error.cause) console.error(error.cause)
    process.exit(1)
  }
}
