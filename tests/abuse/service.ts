import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { ownDatabaseUrl } from '../databases/own-database-url.ts'
import { aFolder } from '../folders.ts'
import { aFreePort, stopChild } from '../processes.ts'
import { aPaystackServer } from '../servers/paystack-server.ts'

/** The whole service with its real pages and real hashing, as a process of its own behind one proxy that it trusts. */
export async function aService() {
  const [dataDir, received] = [await aFolder(), await aFolder()]
  const paystack = await aPaystackServer()
  const port = await aFreePort()
  const child = fork('tests/fixtures/serve-shop.mjs', {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      TMPDIR: received,
      PORT: String(port),
      DATABASE_URL: await ownDatabaseUrl(),
      DATA_DIR: dataDir,
      PAYSTACK_SECRET_KEY: paystack.options.secretKey,
      PAYSTACK_API_URL: paystack.options.apiUrl,
      BANK_NAME: 'Example Bank',
      BANK_ACCOUNT_NAME: 'Ascend Publishing Ltd',
      BANK_ACCOUNT_NUMBER: '0123456789',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'silent',
      BUNDLE: JSON.stringify(inject('bundle')),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error('The service did not start')
  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    paystack,
    /** Files that it has received and not yet dealt with. */
    received: async () => (await readdir(received)).filter((name) => name.startsWith('ascend-')),
    memoryBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    stop: () => stopChild(child, 'SIGKILL'),
  }
}
