// Development: the API is bundled anew and restarted at each change, pages come from Astro's own server.
import { fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
process.env.ASTRO_TELEMETRY_DISABLED = '1'
installPackages()
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

const port = Number(process.env.PORT ?? 4321)
const pagesPort = port + 1
const devPages = `http://127.0.0.1:${pagesPort}`
let api
let site

/** Starts the API; its first message says where the site is. */
function startApi() {
  api = fork(join(root, 'scripts', 'dev-api.mjs'), [devPages], { cwd: root })
  api.once('message', ({ publicUrl, publisher }) => {
    site ??= spawn(
      join(root, 'node_modules', '.bin', 'astro'),
      ['dev', '--host', '127.0.0.1', '--port', String(pagesPort), '--site', publicUrl],
      { cwd: root, stdio: 'inherit' },
    )
    console.log(`\nAscend for developers: ${publicUrl}`)
    console.log(
      `The publisher: ${publisher.username}, ${publisher.madePassword ?? 'ADMIN_PASSWORD'}`,
    )
  })
}

function restartApi() {
  if (!api) return startApi()
  api.once('exit', startApi)
  api.kill('SIGTERM')
}

const { bundleOptions } = await import('./bundle.mjs')
const { context } = await import('esbuild')
const watching = await context({
  ...bundleOptions,
  plugins: [
    {
      name: 'restart',
      setup: (build) => build.onEnd(({ errors }) => errors.length === 0 && restartApi()),
    },
  ],
})
await watching.watch()

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await watching.dispose()
    site?.kill('SIGTERM')
    if (!api) process.exit(0)
    api.removeAllListeners('exit')
    api.once('exit', () => process.exit(0))
    api.kill('SIGTERM')
  })
}
