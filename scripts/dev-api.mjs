// The API of `npm run dev`, a process of its own so that it can be restarted.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '../dist/server.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
try {
  const { publicUrl, publisher, stop } = await startService({
    env: process.env,
    root,
    buildScript: join(root, 'dist', 'bundle-site.mjs'),
    devPages: process.argv[2],
    step: (_, work) => work(),
  })
  process.on('SIGTERM', async () => {
    await stop()
    process.exit(0)
  })
  // Ctrl-C reaches the whole group; the parent decides the order of stopping.
  process.on('SIGINT', () => {})
  process.send({ publicUrl, publisher })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
