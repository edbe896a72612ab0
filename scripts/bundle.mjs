// The service and the site as plain programs in `dist/`. The service starts three times faster than one compiled on the
// fly; the site's code depends on its sources alone and is bundled once for each version of them.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundles = join(root, 'dist', 'site')
const withinMs = 10 * 60_000

/** @satisfies {import('esbuild').BuildOptions} */
export const bundleOptions = {
  absWorkingDir: root,
  entryPoints: {
    server: 'api/server.ts',
    'backup-commands': 'api/operations/backup/backup-commands.ts',
    'breach-commands': 'api/operations/breach/breach-commands.ts',
    'begin-commands': 'api/operations/begin/begin-commands.ts',
    'doctor-commands': 'api/operations/doctor/doctor-commands.ts',
    'import-export-commands': 'scripts/import/import-export-commands.ts',
    'staff-commands': 'api/staff/people/staff-commands.ts',
    'upgrade-commands': 'api/operations/upgrade/upgrade-commands.ts',
    'bundle-site': 'api/pages/building/bundle-site.ts',
    // Worker threads, beside server.mjs as they are beside their callers in the source.
    'pdf-thread': 'api/shop/book-files/pdf-thread.mjs',
    'pdf-text-thread': 'api/shop/book-files/pdf-text-thread.mjs',
    'epub-thread': 'api/shop/book-files/epub-thread.mjs',
    'publication-thread': 'api/shop/publications/publication-thread.mjs',
    'stamp-thread': 'api/shop/stamps/stamp-thread.mjs',
    'draw-pdf-thread': 'api/shop/pdf/draw-pdf-thread.mjs',
    'draw-edition-thread': 'api/shop/pdf/draw-edition-thread.mjs',
    'set-text': 'api/shop/pdf/set-text.mjs',
    'argon2-thread': 'api/http/secrets/argon2-thread.mjs',
    'zstd-thread': 'api/pages/differences/zstd-thread.mjs',
  },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
}

const serviceSources = [
  'api',
  'art',
  'content',
  'contract',
  'db',
  'markdown',
  'package-lock.json',
  'scripts/bundle.mjs',
  'scripts/import',
]

/**
 * Bundles the service, or some of its entry points, unless the sources are unchanged: an image may be
 * read-only, and has no esbuild. Each bundle begins with the hash of its sources.
 */
export async function bundleService(names = Object.keys(bundleOptions.entryPoints)) {
  const mark = `// ${await hashSources(serviceSources)}\n`
  const marks = await Promise.all(names.map((name) => readStart(name, mark.length)))
  const old = names.filter((_, at) => marks[at] !== mark)
  if (old.length === 0) return
  // Imported late: before the first install there is no esbuild.
  const { build, stop } = await import('esbuild')
  const entryPoints = Object.fromEntries(old.map((name) => [name, bundleOptions.entryPoints[name]]))
  await build({ ...bundleOptions, entryPoints, banner: { js: mark.trimEnd() } })
  // Its process would stay for as long as the service runs.
  await stop()
}

async function readStart(name, length) {
  const text = await readFile(join(root, 'dist', `${name}.mjs`), 'utf8').catch(() => '')
  return text.slice(0, length)
}

/** Inputs of the site's bundle and of the headers of its files. */
const siteSources = [
  'site',
  'contract',
  'content',
  'art',
  'api/http',
  'api/pages',
  'package-lock.json',
  'astro.config.mjs',
  'tailwind.config.mjs',
]

/**
 * Bundles the site unless the sources are unchanged. One bundle serves any PUBLIC_URL.
 * Throws the tools' output when bundling fails.
 * @returns {Promise<{ code: string, folder: string }>}
 */
export async function bundleSite() {
  const code = await hashSources(siteSources)
  const folder = join(bundles, code.slice(0, 16))
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return { code, folder }
  const unlock = await lockFolder(folder)
  try {
    if (!existsSync(complete)) {
      await rm(folder, { recursive: true, force: true })
      await runBundling(folder)
      // It is written last, so that an interrupted bundling is repeated.
      await writeFile(complete, code)
      await removeOlder(folder)
    }
  } finally {
    await unlock()
  }
  return { code, folder }
}

/** The site's bundle of the current sources; undefined before it is made. */
export async function findSiteBundle() {
  const code = await hashSources(siteSources)
  const folder = join(bundles, code.slice(0, 16))
  return existsSync(join(folder, 'complete')) ? { code, folder } : undefined
}

/** The holder of a lock touches it every second. */
const abandonedMs = 10_000

/** Concurrent starts bundle one after the other. Resolves to a way to unlock; the lock of a killed process expires. */
export async function lockFolder(folder) {
  const lock = `${folder}.lock`
  await mkdir(dirname(folder), { recursive: true })
  while (
    !(await mkdir(lock).then(
      () => true,
      () => false,
    ))
  ) {
    const made = await stat(lock).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > abandonedMs)
      await rm(lock, { recursive: true, force: true })
    await pause(200)
  }
  const touching = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), 1000)
  return () => {
    clearInterval(touching)
    return rm(lock, { recursive: true, force: true })
  }
}

/** Preserves the previous bundle: a running service loads chunks of it on demand. */
async function removeOlder(folder) {
  const names = await readdir(bundles)
  const isOther = (path) => path !== folder && !path.endsWith('.lock')
  const others = names.map((name) => join(bundles, name)).filter(isOther)
  const dated = await Promise.all(
    others.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  )
  for (const { path } of dated.sort((a, b) => b.at - a.at).slice(1)) {
    await rm(path, { recursive: true, force: true })
  }
}

/**
 * Runs the bundler in a process of its own. Rejects with its output when it fails or takes
 * too long.
 */
export function runBundling(
  folder,
  { program = join(root, 'dist', 'bundle-site.mjs'), timeout = withinMs } = {},
) {
  // Vite would read these variables and build for development.
  const { DEV, PROD, SSR, MODE, ...env } = process.env
  const child = spawn(process.execPath, [program, folder], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const began = Date.now()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-8_000)
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (status === 0) return resolve(undefined)
      const end = signal
        ? `It was ended by ${signal} after ${Math.round((Date.now() - began) / 1000)} s; its limit is ${timeout / 1000} s.`
        : `It ended with ${status}.`
      reject(new Error(`The site could not be bundled.\n${output.trim()}\n${end}`))
    })
  })
}

async function hashSources(sources) {
  const hash = createHash('sha256')
  for (const top of sources) {
    const names = await readdir(join(root, top), { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    const files = names
      ? names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      : [join(root, top)]
    for (const file of files.sort()) {
      if (/\.(test|spec)\.ts$|[/\\]demo[/\\]/.test(file)) continue
      hash.update(file.slice(root.length)).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}
