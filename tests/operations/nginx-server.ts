import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aFolder } from '#tests/folders.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'

/** The real nginx with the real configuration, in front of the replicas (host:port); stop it at the end. */
export async function aFrontServer({
  dataDir,
  replicas,
  publicUrl,
  cache,
}: {
  dataDir: string
  replicas: string[]
  /** If it begins with https, it is told to speak TLS. */
  publicUrl?: string
  /** Readers are led there (host:port), and it asks us at the port. */
  cache?: { at: string; insidePort: number; insideHost?: string; address?: string }
}) {
  findProgram('nginx')
  // nginx, started as root, reads as somebody else.
  const folder = await aFolder()
  await Promise.all([chmod(dataDir, 0o755), chmod(folder, 0o755)])
  const [plain, tls] = [await aFreePort(), await aFreePort()]
  const log = join(folder, 'front.log')
  const output = openSync(log, 'a')
  const folders = [dataDir, join(folder, 'run'), join(folder, 'certificates')]
  const front = spawn(
    'sh',
    ['deploy/front/front.sh', ...folders, String(plain), String(tls), ...replicas],
    {
      stdio: ['ignore', output, output],
      env: {
        PATH: process.env['PATH'],
        PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${plain}`,
        ...(cache && { CACHE_AT: cache.at, INSIDE_PORT: String(cache.insidePort) }),
        ...(cache?.insideHost && { INSIDE_HOST: cache.insideHost }),
        ...(cache?.address && { CACHE_ADDRESS: cache.address }),
      },
    },
  )
  const base = `http://127.0.0.1:${plain}`
  const isUp = () =>
    fetch(`${base}/about`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  for (const end = Date.now() + 15_000; !(await isUp()); await pause(100)) {
    if (Date.now() > end) throw new Error(`The front server did not start: ${readFileSync(log)}`)
  }
  return {
    base,
    tls,
    certificates: join(folder, 'certificates'),
    /** What it has written so far. */
    said: () => readFile(log, 'utf8'),
    configuration: () => readFile(join(folder, 'run', 'nginx.conf'), 'utf8'),
    /** Reloads as front.sh does when something has changed; resolves when new workers answer. */
    async reload() {
      const master = (await readFile(join(folder, 'run', 'nginx.pid'), 'utf8')).trim()
      const workers = () => readFile(`/proc/${master}/task/${master}/children`, 'utf8')
      const before = (await workers()).trim().split(' ')
      process.kill(Number(master), 'SIGHUP')
      const isNew = async () =>
        (await workers())
          .trim()
          .split(' ')
          .some((id) => !before.includes(id))
      while (!(await isNew())) await pause(20)
    },
    stop: () => stopChild(front),
  }
}

/** The real nginx with the map of deploy/front that limits go by; says what it counts an address as. */
export async function aNetworkCounter() {
  const [folder, port] = [await aFolder(), await aFreePort()]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const configuration = join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http {
      access_log off; ${temporary.join(' ')}
      set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
      include ${process.cwd()}/deploy/front/network.conf;
      server { listen 127.0.0.1:${port}; return 200 $network; }
    }`,
  )
  const child = spawn(findProgram('nginx'), ['-c', configuration], { stdio: 'ignore' })
  const ask = (address: string) =>
    fetch(`http://127.0.0.1:${port}`, { headers: { 'X-Forwarded-For': address } })
  for (const end = Date.now() + 15_000; ; await pause(50)) {
    if (await ask('::1').catch(() => undefined)) break
    if (Date.now() > end) throw new Error(`nginx did not start: ${folder}/error.log`)
  }
  return {
    networkOf: async (address: string) => (await ask(address)).text(),
    stop: () => stopChild(child),
  }
}
