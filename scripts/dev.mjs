// Development: the same service as `npm start`, bundled again and restarted at each change of it; its pages are rendered
// by Astro's own server, which reloads them in the browser.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install.mjs'
import { sayPassword } from './say-password.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
process.env.ASTRO_TELEMETRY_DISABLED = '1'
installPackages()
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

const { dev } = await import('astro')
const pages = await dev({
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4321) + 1 },
  logLevel: 'warn',
})
const devServer = `http://127.0.0.1:${pages.address.port}`

let api
function startApi() {
  api = fork(join(root, 'scripts', 'dev-api.mjs'), [devServer], { cwd: root })
  /** @param {{ publicUrl: string, publisher: { username: string } & Parameters<typeof sayPassword>[0] }} message */
  const announce = ({ publicUrl, publisher }) => {
    // In one write: whoever waits for the address has the sign-in, too.
    console.log(
      `\nAscend for developers: ${publicUrl}\nThe publisher signs in as ${publisher.username}, ${sayPassword(publisher)}`,
    )
  }
  api.once('message', announce)
}

function restartApi() {
  if (!api || api.exitCode !== null) return startApi()
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
      setup: (build) =>
        build.onEnd(({ errors }) => {
          if (errors.length === 0) restartApi()
        }),
    },
  ],
})
await watching.watch()

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await watching.dispose()
    await pages.stop()
    if (!api || api.exitCode !== null) process.exit(0)
    api.removeAllListeners('exit')
    api.once('exit', () => process.exit(0))
    api.kill('SIGTERM')
  })
}
