import { type SettingGroup, settingGroups } from '#contract/settings/groups.ts'
import { settingTexts } from '#contract/settings/setting-texts.ts'
import { adminCall } from '#site/admin/lib/call.ts'

/** A file of what is set, as another magazine reads it. */
interface SettingFile {
  format: 1
  settings: Partial<Record<SettingGroup, Record<string, unknown>>>
}

/** What is published in the groups that this person may see, without secrets: none of them has one. */
export async function writeSettingFile(): Promise<string> {
  const groups = await adminCall('GET /admin/settings', {})
  const settings: SettingFile['settings'] = {}
  for (const { group } of groups) {
    settings[group] = (await adminCall('GET /admin/settings/:group', { group })).published
  }
  return `${JSON.stringify({ format: 1, settings } satisfies SettingFile, null, 2)}\n`
}

/** Makes a draft of each group that the file has, published by nobody yet. Resolves to the names of those. */
export async function draftFromFile(text: string): Promise<string[]> {
  const file = parse(text)
  const drafted: string[] = []
  for (const { group } of await adminCall('GET /admin/settings', {})) {
    const value = file?.settings[group]
    if (!settingGroups.includes(group) || typeof value !== 'object') continue
    const { revision } = await adminCall('GET /admin/settings/:group', { group })
    await adminCall('PUT /admin/settings/:group/draft', { group, value, revision })
    drafted.push(settingTexts[group].label)
  }
  return drafted
}

function parse(text: string): SettingFile | undefined {
  try {
    const read = JSON.parse(text) as SettingFile
    return read.format === 1 && typeof read.settings === 'object' ? read : undefined
  } catch {
    return undefined
  }
}
