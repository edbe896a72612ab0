import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { addOlderAssets, readStaticFiles, type StaticFile } from '../static-files.ts'
import type { Render } from './astro-adapter.ts'
import { findCurrentRelease, type Release, readReleaseSettings } from './releases.ts'

export interface LoadedSite {
  id: string
  /** Development: without files, every page is rendered on demand. */
  isLive?: true
  madeFrom: Pick<Release['madeFrom'], 'siteId' | 'version'>
  /** The files by address: `/`, `/about`, `/_astro/x.js`. */
  files: Map<string, StaticFile>
  /** What the publisher had set when they were made; undefined: what holds now. */
  settings?: object | undefined
  render: Render
}

const everyMs = 500

/** Serves the current release: a new one is loaded beside the old one, then takes its place. */
export function watchRelease(
  dataDir: string,
  render: Render,
  log: Logger,
  /** It is called often, with the release that is served. */
  note: (site: LoadedSite) => void = () => {},
) {
  let loaded: LoadedSite | undefined
  // A broken release is not loaded again.
  let broken: string | undefined
  const load = async () => {
    const release = findCurrentRelease(dataDir)
    if (!release || release.id === loaded?.id || release.id === broken) return
    try {
      const files = await readStaticFiles(release)
      await addOlderAssets(files, dataDir, release)
      const settings = await readReleaseSettings(release.folder)
      loaded = { id: release.id, madeFrom: release.madeFrom, files, settings, render }
      broken = undefined
    } catch (error) {
      broken = release.id
      log.error({ err: error }, 'release load failed, the previous release stays up')
    }
  }
  const work = async () => {
    await load()
    if (loaded) note(loaded)
  }
  const loop = startLoop({ work, everyMs, log, failure: 'release check failed' })
  return {
    /** Undefined before the first good build. */
    loaded: () => loaded,
    look: loop.runNow,
    stop: loop.stop,
  }
}
