import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, fchmodSync, openSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aFolder } from '#tests/folders.ts'
import { findProgram } from '../../../scripts/find-program.mjs'

const execute = promisify(execFile)

/** Resolves to what the program printed; rejects with the end of what it complained of. */
export async function run(program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { maxBuffer: 64 * 1024 * 1024 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${(stdout + stderr).slice(-8_000)}`)
  }
}

/** It runs without an engine and its overlays: each layer is a copy. */
export const buildah = (...args: string[]) =>
  run(findProgram('buildah'), '--storage-driver', 'vfs', ...args)

/** Builds a Dockerfile as it stands. How npm reaches its registry is the machine's own business, and in no layer. */
export async function buildImage(name: string, file: string, context: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ascend-npm-'))
  const settings = join(folder, 'npmrc')
  const [registry = '', authorities = ''] = await Promise.all(
    ['registry', 'cafile'].map(async (key) => (await run('npm', 'config', 'get', key)).trim()),
  )
  const hasOwn = existsSync(authorities)
  await writeFile(
    settings,
    `registry=${registry}\n${hasOwn ? 'cafile=/run/authorities.crt\n' : ''}`,
  )
  const mounts = [`${settings}:/root/.npmrc:ro`]
  if (hasOwn) mounts.push(`${authorities}:/run/authorities.crt:ro`)
  // It gets as many files as the machine allows, as engines do: bundling opens more at once than buildah's thousand.
  const files = (await run('sh', '-c', 'ulimit -Hn')).trim()
  const limits = /^\d+$/.test(files) ? ['--ulimit', `nofile=${files}:${files}`] : []
  const options = ['--isolation', 'chroot', '--layers=false', '--pull-never', ...limits]
  try {
    const volumes = mounts.flatMap((mount) => ['--volume', mount])
    await buildah('bud', ...options, ...volumes, '--tag', name, '--file', file, context)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export interface UnpackedImage {
  /** The folder that a container of it sees as its root. */
  root: string
  config: { User?: string; Env?: string[]; Cmd?: string[]; WorkingDir?: string }
  bytes: number
  remove(): Promise<void>
}

export async function unpackImage(name: string): Promise<UnpackedImage> {
  const container = (await buildah('from', '--pull-never', name)).trim()
  const root = (await buildah('mount', container)).trim()
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', name))
  const size = await run('du', '--summarize', '--apparent-size', '--block-size=1', root)
  return {
    root,
    config: inspected.OCIv1.config,
    bytes: Number.parseInt(size, 10),
    remove: async () => {
      await buildah('rm', container)
    },
  }
}

/**
 * Runs a command in the image as a container with a read-only root does: as its user, with its environment, and with
 * nothing to write to but /tmp, the folders in `scratch`, and `volumes`, which are folders of this machine. Its network is
 * this machine's.
 */
export async function runInImage(
  { root, config }: UnpackedImage,
  command: string[],
  {
    env,
    volumes,
    scratch = [],
  }: { env: Record<string, string>; volumes: Record<string, string>; scratch?: string[] },
): Promise<{ child: ChildProcess; said(): string }> {
  const { uid, gid } = await findUser(root, config.User ?? 'root')
  const inside = (path: string) => quote(join(root, path))
  // Engines make the folder that a volume is mounted at.
  for (const path of [...scratch, ...Object.keys(volumes)])
    await mkdir(join(root, path), { recursive: true })
  const script = [
    'set -e',
    `mount --bind ${quote(root)} ${quote(root)}`,
    `mount -o remount,bind,ro ${quote(root)}`,
    ...['/proc', '/dev'].map((path) => `mount --rbind ${path} ${inside(path)}`),
    ...['/tmp', ...scratch].map((path) => `mount -t tmpfs -o mode=1777 tmpfs ${inside(path)}`),
    ...Object.entries(volumes).map(([path, from]) => `mount --bind ${quote(from)} ${inside(path)}`),
    `cd ${quote(root)}`,
    `exec chroot --userspec=${uid}:${gid} --groups=${gid} ${quote(root)} env -C "$0" -i "$@"`,
  ].join('\n')
  const settings = [...(config.Env ?? []), ...Object.entries(env).map((pair) => pair.join('='))]
  // A file that its user may open again: nginx writes to /dev/stdout.
  const log = join(await aFolder(), 'log')
  const output = openSync(log, 'a')
  fchmodSync(output, 0o666)
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', script, config.WorkingDir || '/', ...settings, ...command],
    { stdio: ['ignore', output, output] },
  )
  return { child, said: () => readFileSync(log, 'utf8') }
}

async function findUser(root: string, name: string) {
  const users = (await readFile(join(root, 'etc/passwd'), 'utf8')).split('\n')
  const [, , uid = '', gid = ''] =
    users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
  if (!uid) throw new Error(`There is no user ${name} in the image`)
  return { uid, gid }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
