import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { knowCategories } from '#contract/magazine/category-list.ts'
import type { SettingGroup, Settings } from '#contract/settings/groups.ts'
import { named, readSettings } from './read-settings.ts'
import { findPublished, findSettingsVersion, listDrafts } from './settings.queries.ts'

export interface LiveSettings {
  /** What stands where nothing is set. */
  originals: Settings
  /** What is published, as it was last read, with the magazine's name in its words. */
  current(): Settings
  /** Groups whose stored value this release does not understand. */
  broken(): SettingGroup[]
  /** What a release wears: one of other code may lack groups and fields, which are the originals then. */
  worn(ofRelease: object | undefined): Settings
  /** What is published now, for a release of the site, with its revision. */
  read(): Promise<{ version: number; settings: Settings }>
  /** Resolves when `current` has what is published now. */
  refresh(): Promise<void>
}

/** What the publisher has set, kept in memory; the originals until it is refreshed for the first time. */
export function openSettings(originals: Settings): LiveSettings {
  let version = -1
  let shown = named(originals)
  let broken: SettingGroup[] = []
  knowCategories(shown.categories)
  const read = async () => {
    const published = await findPublished()
    const { settings, broken } = readSettings(originals, published.stored)
    return { version: published.version, settings: named(settings), broken }
  }
  const refresh = async () => {
    if ((await findSettingsVersion()) === version) return
    const found = await read()
    shown = found.settings
    broken = found.broken
    knowCategories(shown.categories)
    version = found.version
  }
  const known = new WeakMap<object, Settings>()
  const completed = (ofRelease: object) => {
    const settings = known.get(ofRelease) ?? named(readSettings(originals, ofRelease).settings)
    known.set(ofRelease, settings)
    return settings
  }
  return {
    originals,
    current: () => shown,
    broken: () => broken,
    worn: (ofRelease) => (ofRelease ? completed(ofRelease) : shown),
    read,
    refresh,
  }
}

/** The longest delay after a lost notification: replicas show what is published within two seconds. */
const everyMs = 1_500

export function followSettings({ refresh }: Pick<LiveSettings, 'refresh'>, log: Logger) {
  return startLoop({
    work: refresh,
    everyMs,
    isDelayed: true,
    channel: 'site_stale',
    log,
    failure: 'settings could not be read',
  })
}

/** What would hold if every draft were published; one that could not be is left out. */
export async function findDrafted({ originals }: LiveSettings): Promise<Settings> {
  const { stored } = await findPublished()
  for (const { group, draft } of await listDrafts()) {
    if (readSettings(originals, { [group]: draft }).broken.length === 0) stored[group] = draft
  }
  return named(readSettings(originals, stored).settings)
}
