import { settingTexts } from '#contract/setting-texts.ts'
import type { SettingGroup } from '#contract/settings/groups.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { papers } from './setting-fields.ts'

/** A file of what is set, as another magazine reads it. */
interface SettingFile {
  format: 1
  settings: Partial<Record<SettingGroup, Record<string, unknown>>>
}

/** What is published in the groups that this person may see, but for their papers; none has a secret. */
export async function writeSettingFile(): Promise<string> {
  const groups = await adminCall('GET /admin/settings', {})
  const settings: SettingFile['settings'] = {}
  for (const { group } of groups.filter(({ group }) => !(group in papers))) {
    settings[group] = (await adminCall('GET /admin/settings/:group', { group })).published
  }
  return `${JSON.stringify({ format: 1, settings } satisfies SettingFile, null, 2)}\n`
}

/** Names of groups. */
interface Drafted {
  drafted: string[]
  /** Somebody's draft is there already: it is left alone. */
  left: string[]
}

/** Makes a draft of each group that the file has; nothing is published by it. */
export async function draftFromFile(text: string): Promise<Drafted> {
  const file = parse(text)
  const drafted: string[] = []
  const left: string[] = []
  for (const { group, hasDraft } of await adminCall('GET /admin/settings', {})) {
    const value = file?.settings[group]
    if (!isObject(value)) continue
    const { label } = settingTexts[group]
    if (hasDraft) {
      left.push(label)
      continue
    }
    const { revision } = await adminCall('GET /admin/settings/:group', { group })
    await adminCall('PUT /admin/settings/:group/draft', { group, value, revision })
    drafted.push(label)
  }
  return { drafted, left }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): SettingFile | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isOurs = isObject(read) && read['format'] === 1 && isObject(read['settings'])
    return isOurs ? (read as unknown as SettingFile) : undefined
  } catch {
    return undefined
  }
}
