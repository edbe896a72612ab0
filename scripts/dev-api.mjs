// The service of `npm run dev`, a process of its own so that it can be restarted: dev-api.mjs <address of Astro's server>
import { fileURLToPath } from 'node:url'

const { startService } = await import(new URL('../dist/server.mjs', import.meta.url).href)

try {
  const { publicUrl, publisher, stop } = await startService({
    env: process.env,
    root: fileURLToPath(new URL('..', import.meta.url)),
    devServer: process.argv[2],
    step: (_, work) => work(),
  })
  const end = async () => {
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  // The parent process has ended.
  process.on('disconnect', end)
  // Ctrl-C reaches the whole group; the parent decides the order of stopping.
  process.on('SIGINT', () => {})
  process.send?.({ publicUrl, publisher })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
