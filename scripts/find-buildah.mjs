import { spawnSync } from 'node:child_process'
import { installDebian, onPath } from './find-program.mjs'

/**
 * Debian's buildah, which builds and unpacks images without an engine, with debootstrap beside it. Throws a sentence that
 * says what to do when there is none.
 * @returns {string} its path
 */
export function findBuildah() {
  const buildah = () => onPath(['buildah'])
  const isThere = () => buildah() && onPath(['debootstrap'], ['/usr/sbin'])
  if (!isThere()) installDebian('buildah', 'debootstrap')
  if (!isThere())
    throw new Error('No images to test: install buildah and debootstrap (Debian packages).')
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0)
    throw new Error('No images to test: only root may mount what is inside them.')
  return /** @type {string} */ (buildah())
}
