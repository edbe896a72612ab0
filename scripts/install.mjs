import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// It is written last, so that an interrupted install is repeated.
const mark = join(root, 'node_modules', '.installed')

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Marks the packages of the lock file as installed, for other ways to install them. */
export function markInstalled() {
  writeFileSync(mark, wanted())
}

/** Installs the packages of the lock file if they are missing or outdated. */
export function installPackages() {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted()) return
  console.log('Installing packages (about a minute the first time)…')
  // The build needs devDependencies, whatever NODE_ENV is.
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error(
      'The packages could not be installed; npm says why above. Nothing else was changed.',
    )
    process.exit(1)
  }
  markInstalled()
}
