import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildah, run } from './buildah.ts'

// What the Dockerfiles build on: the images of the registry, or, where no registry can be reached, what we make in their
// place of Debian's own packages and of the Node that runs this.

const bases: Record<string, () => Promise<void>> = {
  'debian:bookworm-slim': makeDebian,
  'node:20-bookworm-slim': makeNode,
}

/** Resolves when the images are there under their names. */
export async function provideBaseImages(names: string[]) {
  for (const name of names) {
    const isThere = await buildah('inspect', '--type', 'image', name).catch(() => undefined)
    if (isThere) continue
    const isFetched = await buildah('pull', '--quiet', `docker.io/library/${name}`).catch(() => '')
    if (isFetched) continue
    const make = bases[name]
    if (!make) throw new Error(`${name} cannot be fetched, and there is no way to make it here`)
    await make()
  }
}

/** It is as small as the slim one: Debian's smallest system, without manuals and translations. */
async function makeDebian() {
  const folder = await mkdtemp(join(tmpdir(), 'ascend-debian-'))
  try {
    await run('debootstrap', '--variant=minbase', 'bookworm', folder)
    const unneeded = [
      'usr/share/doc',
      'usr/share/info',
      'usr/share/locale',
      'usr/share/man',
      'var/cache/apt',
      'var/lib/apt/lists',
    ]
    for (const name of unneeded) await rm(join(folder, name), { recursive: true, force: true })
    // Packages expect it.
    await mkdir(join(folder, 'usr/share/man/man1'), { recursive: true })
    await commit('scratch', 'docker.io/library/debian:bookworm-slim', async (container) => {
      await buildah('add', '--quiet', container, folder, '/')
      await buildah(
        'config',
        '--env',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        container,
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The Node that runs this, with its npm, under the user of the image that it stands for. */
async function makeNode() {
  await provideBaseImages(['debian:bookworm-slim'])
  const folder = await mkdtemp(join(tmpdir(), 'ascend-node-'))
  const npm = [join(dirname(process.execPath), '../lib/node_modules/npm')].find(existsSync)
  if (!npm) throw new Error(`There is no npm beside ${process.execPath}`)
  try {
    await mkdir(join(folder, 'bin'))
    await cp(process.execPath, join(folder, 'bin/node'))
    await cp(npm, join(folder, 'lib/node_modules/npm'), { recursive: true })
    for (const name of ['npm', 'npx'])
      await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'bin', name))
    const name = 'docker.io/library/node:20-bookworm-slim'
    await commit('docker.io/library/debian:bookworm-slim', name, async (container) => {
      await buildah('add', '--quiet', container, folder, '/usr/local')
      const user = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node'
      await buildah('run', '--isolation', 'chroot', container, 'sh', '-c', user)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function commit(from: string, name: string, fill: (container: string) => Promise<void>) {
  const container = (await buildah('from', '--pull-never', from)).trim()
  try {
    await fill(container)
    await buildah('commit', '--quiet', container, name)
  } finally {
    await buildah('rm', container)
  }
}
