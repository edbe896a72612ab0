// The whole service as `npm start` runs it, with demo content, on a data folder of its own.
//   node tests/e2e/support/serve.mjs <port>
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { bundleService, bundleSite } from '../../../scripts/bundle.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const port = process.argv[2]
process.env.NODE_ENV = 'production'
// At its best, which pages are packed with, Brotli takes more time than all else that the service does. The parts whose
// tests weigh no page do without.
if (process.env.E2E_PACKING === 'fast') {
  const { brotliCompress, constants } = zlib
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  Object.assign(zlib, { brotliCompress: (body, _, done) => brotliCompress(body, fast, done) })
  syncBuiltinESMExports()
}
await bundleService()
const bundle = await bundleSite()
const { startService } = await import(new URL('../../../dist/server.mjs', import.meta.url).href)
const dataDir = mkdtempSync(join(tmpdir(), 'ascend-e2e-'))
const noteOf = (port) => join(tmpdir(), `ascend-e2e-${port}.json`)
// The note is of a service that ran here before; the new one is there when it has written its own.
rmSync(noteOf(port), { force: true })
const service = await startService({
  env: {
    PATH: process.env.PATH,
    PORT: port,
    PUBLIC_URL: process.env.E2E_PUBLIC_URL,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // admin/publisher.ts signs in with it.
    ADMIN_PASSWORD: 'nine drums before the rain',
    // Each reader comes from an address of their own (readers.ts).
    TRUST_PROXY: '1',
    // Schools may pay by invoice.
    BANK_NAME: 'Example Bank',
    BANK_ACCOUNT_NAME: 'Ascend Publishing Ltd',
    BANK_ACCOUNT_NUMBER: '0123456789',
    // The settings of a bench; never those of whoever runs the tests, whose mail server is real.
    ...JSON.parse(process.env.BENCH_SETTINGS ?? '{}'),
  },
  root,
  bundle,
  step: (_, work) => work(),
})
// Tests that change the data by hand reach the same database through this note.
writeFileSync(noteOf(port), JSON.stringify({ databaseUrl: service.databaseUrl, dataDir }))
console.log(`ready on ${port}`)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}
