import { isDeepStrictEqual } from 'node:util'
import type { StaffMember } from '#api/http/request-context.ts'
import { invalidFields } from '#api/http/requests/read-input.ts'
import type { Routes } from '#api/http/serve.ts'
import { shorten } from '#api/mails/render-mail.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { apiError } from '#contract/errors.ts'
import {
  isLegal,
  type LegalGroup,
  type LegalText,
  legalGroups,
  legalOn,
  type Section,
  withLocked,
} from '#contract/pages/legal-text.ts'
import { isAmong } from '#contract/roles.ts'
import { settingTexts } from '#contract/setting-texts.ts'
import {
  type SettingGroup,
  type Settings,
  settingGroups,
  settingSchemas,
} from '#contract/settings/groups.ts'
import { type Categories, keepCategories } from './keep-categories.ts'
import type { LiveSettings } from './live-settings.ts'
import { endPreviewLink, findPreviewLink, makePreviewLink } from './preview-link.queries.ts'
import { readSettings } from './read-settings.ts'
import {
  countByCategory,
  findSetting,
  findTextOf,
  listRevisions,
  listSettings,
  lockSetting,
  setDraft,
  setPublished,
  settingUndo,
  settleOriginal,
} from './settings.queries.ts'

const mostRevisions = 20
/** Characters of a field in the activity log. */
const shownLength = 60

type Options = Pick<LiveSettings, 'originals' | 'refresh' | 'current'>

export function settingsRoutes(routes: Routes, { originals, current, refresh }: Options) {
  const { serve } = routes
  servePreviewLink(routes)
  for (const group of legalGroups) serveEarlierTexts(routes, group, { originals, current })
  serve('GET /admin/settings', async (_, { staff }) => {
    const touched = await listSettings()
    return settingGroups
      .filter((group) => isAmong(settingTexts[group].roles, staff.role))
      .map((group) => {
        const row = touched.find((one) => one.group === group)
        const published = row?.at ? { at: row.at, by: row.by } : null
        return { group, hasDraft: row?.hasDraft ?? false, published }
      })
  })

  serve('GET /admin/settings/:group', async ({ group }, { staff }) => {
    requireRole(group, staff)
    const row = await findSetting(group)
    const stored = row?.value ? { [group]: row.value } : {}
    return {
      published: readSettings(originals, stored).settings[group],
      original: originals[group],
      draft: row?.draft
        ? { value: row.draft as Fields, at: row.draftSavedAt as string, by: row.draftSavedBy }
        : null,
      revision: row?.draftRevision ?? 0,
    }
  })

  serve('PUT /admin/settings/:group/draft', ({ group, value, revision }, { staff }) => {
    requireRole(group, staff)
    return saveDraft(group, { draft: value, revision, by: staff.name })
  })

  serve('DELETE /admin/settings/:group/draft', ({ group, revision }, { staff }) => {
    requireRole(group, staff)
    return saveDraft(group, { draft: null, revision, by: staff.name })
  })

  serve('POST /admin/settings/:group/publish', async ({ group, revision }, { staff }) => {
    requireRole(group, staff)
    await publish({ group, revision, original: originals[group] }, staff)
    await refresh()
  })

  serve('GET /admin/category-counts', () => countByCategory())

  serve('GET /admin/settings/:group/revisions', async ({ group }, { staff }) => {
    requireRole(group, staff)
    const revisions = await listRevisions(group, mostRevisions)
    return revisions.map(({ value, ...revision }) => ({
      ...revision,
      value: (value ?? originals[group]) as Fields,
    }))
  })
}

type Fields = Record<string, unknown>

function serveEarlierTexts(
  { serve }: Routes,
  group: LegalGroup,
  { originals, current }: Pick<Options, 'originals' | 'current'>,
) {
  serve(`GET /${group}/:day`, async ({ day }) => {
    if (!current()[group].earlier.includes(day)) throw apiError('earlierTextNotFound')
    const text = (await findTextOf(group, day)) ?? originals[group]
    if (text.updated !== day) throw apiError('earlierTextNotFound')
    return text
  })
}

function servePreviewLink({ serve }: Routes) {
  serve('GET /admin/preview-link', async () => (await findPreviewLink()) ?? null)
  serve('POST /admin/preview-link', (_, { staff }) => makePreviewLink(staff.name))
  serve('DELETE /admin/preview-link', async () => {
    await endPreviewLink()
  })
}

function requireRole(group: SettingGroup, { role }: StaffMember) {
  if (!isAmong(settingTexts[group].roles, role)) throw apiError('forbiddenForRole')
}

async function saveDraft(group: SettingGroup, saved: Parameters<typeof setDraft>[1]) {
  if (!(await setDraft(group, saved))) throw apiError('settingSavedMeanwhile')
  return { revision: saved.revision + 1 }
}

interface Publishing {
  group: SettingGroup
  /** Of the draft that was looked at. */
  revision: number
  original: Settings[SettingGroup]
}

/** Can be undone for some seconds. A draft that says what the original says brings the original back. */
async function publish({ group, revision, original }: Publishing, staff: StaffMember) {
  const { id } = await lockSetting(group)
  if (group === 'categories') await settleOriginal(group, original)
  await undoable(
    { kind: 'setting', id, staffId: staff.id, snapshot: settingUndo.snapshot },
    async (undo) => {
      const { value: before, draft, draftRevision } = await lockSetting(group)
      if (draftRevision !== revision || !draft) throw apiError('settingSavedMeanwhile')
      const published = { ...original, ...before }
      const typed = checked(group, { ...original, ...draft })
      const value = settled(group, { typed, published, original })
      await setPublished(group, isDeepStrictEqual(value, original) ? null : value, staff.name)
      const note = describeChange(published, value)
      const { label: title, isPrivate } = settingTexts[group]
      const action = isPrivate ? 'settingSaved' : 'settingPublished'
      await recordActivity(staff.name, action, { id, title, note, undo })
    },
  )
}

function checked(group: SettingGroup, draft: object): Fields {
  const read = settingSchemas[group].safeParse(draft)
  if (!read.success) throw invalidFields(read.error.issues)
  return read.data
}

interface Settling {
  typed: Fields
  published: Fields
  original: Settings[SettingGroup]
}

/** What is published of a draft: locked sections and categories that stories have stay, whatever it says. */
function settled(group: SettingGroup, { typed, published, original }: Settling): Fields {
  if (group === 'categories')
    return checked(group, keepCategories(typed as Categories, published as Categories))
  if (!isLegal(group)) return typed
  const { sections } = original as LegalText
  const placed = withLocked(typed['sections'] as Section[], sections)
  return { ...legalOn(dayOf(Date.now()), placed, published as unknown as LegalText) }
}

/** Before and after of each field that differs, as the activity log shows them. */
function describeChange(before: Fields, after: Fields): string {
  return Object.keys({ ...before, ...after })
    .filter((name) => !isDeepStrictEqual(after[name], before[name]))
    .map((name) => `${name}: ${inShort(before[name])} → ${inShort(after[name])}`)
    .join('; ')
}

const inShort = (value: unknown) =>
  shorten(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), shownLength)
