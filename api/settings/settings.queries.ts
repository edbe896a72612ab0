import { undoOfRow, type WayBack } from '#api/staff/activity/undo.queries.ts'
import { type LegalGroup, type LegalText, legalGroups } from '#contract/pages/legal-text.ts'
import type { SettingGroup } from '#contract/settings/groups.ts'
import { columns, hasRows, type Row, sql } from '#db/sql.ts'
import { type Categories, withUsed } from './keep-categories.ts'
import type { StoredValues } from './read-settings.ts'

type SettingRow = Row<
  'settings',
  'id' | 'draftRevision' | 'draftSavedAt' | 'draftSavedBy' | 'publishedBy'
> & { groupName: SettingGroup; value: object | null; draft: object | null }

/** What is set, and which revision of it that is; both of one moment. */
export async function findPublished(): Promise<{ version: number; stored: StoredValues }> {
  const [row] = await sql<{ version: number; stored: StoredValues }[]>`
    select settings_version as version, coalesce(
      (select jsonb_object_agg(group_name, value) from settings where value is not null), '{}'
    ) as stored
    from site_version`
  return row ?? { version: 0, stored: {} }
}

export async function findSettingsVersion(): Promise<number> {
  const [row] = await sql<Row<'site_version', 'settingsVersion'>[]>`
    select settings_version from site_version`
  return row?.settingsVersion ?? 0
}

export async function findSetting(group: SettingGroup) {
  const [row] = await sql<SettingRow[]>`
    select id, group_name, value, published_by, draft, draft_revision, draft_saved_at, draft_saved_by
    from settings where group_name = ${group}`
  return row
}

/** Groups that were ever touched, with the last time that each was published. */
export function listSettings() {
  return sql<{ group: SettingGroup; hasDraft: boolean; at: string | null; by: string | null }[]>`
    select group_name as "group", draft is not null as has_draft, published_at as at, revision.published_by as by
    from settings left join lateral (
      select published_at, published_by from setting_revisions
      where setting_revisions.group_name = settings.group_name order by id desc limit 1
    ) as revision on true`
}

/** Locked until the transaction ends; it is made where there is none. */
export async function lockSetting(group: SettingGroup): Promise<SettingRow> {
  await sql`insert into settings (group_name) values (${group}) on conflict do nothing`
  const [row] = await sql<SettingRow[]>`
    select id, group_name, value, published_by, draft, draft_revision, draft_saved_at, draft_saved_by
    from settings where group_name = ${group} for update`
  return row as SettingRow
}

/** Null discards it. Resolves to false when another one was saved since `revision`. */
export async function setDraft(
  group: SettingGroup,
  { draft, revision, by }: { draft: object | null; revision: number; by: string },
): Promise<boolean> {
  await sql`insert into settings (group_name) values (${group}) on conflict do nothing`
  return hasRows(sql`
    update settings set draft = ${draft && JSON.stringify(draft)}::text::jsonb,
      draft_revision = draft_revision + 1, draft_saved_at = now(), draft_saved_by = ${by}
    where group_name = ${group} and draft_revision = ${revision}`)
}

/** Null brings the original back. The draft is used up. */
export async function setPublished(group: SettingGroup, value: object | null, by: string) {
  await sql`
    update settings set value = ${value && JSON.stringify(value)}::text::jsonb, published_by = ${by},
      draft = null, draft_revision = draft_revision + 1
    where group_name = ${group}`
}

/** What an export holds, for groups of which nothing is set here. */
export async function insertSettings(stored: Record<string, object>) {
  for (const [group, value] of Object.entries(stored)) {
    await sql`
      insert into settings (group_name, value) values (${group}, ${JSON.stringify(value)}::text::jsonb)
      on conflict (group_name) do update set value = excluded.value where settings.value is null`
  }
}

/** What was typed and is not published. */
export function listDrafts() {
  return sql<{ group: SettingGroup; draft: object }[]>`
    select group_name as "group", draft from settings where draft is not null`
}

export interface PublishedText {
  group: LegalGroup
  value: object
  at: string
}

export function listLegalTexts() {
  return sql<PublishedText[]>`
    select group_name as "group", value, published_at as at from setting_revisions
    where group_name = any(${[...legalGroups]}) and value is not null order by id`
}

/** Texts of another magazine's past, where this one has none. */
export async function insertLegalTexts(texts: PublishedText[]) {
  const there = await listLegalTexts()
  for (const { group, value, at } of texts) {
    if (there.some((one) => one.group === group)) continue
    await sql`
      insert into setting_revisions (group_name, value, published_at)
      values (${group}, ${JSON.stringify(value)}::text::jsonb, ${at})`
  }
}

/** The text that was in force on that day: the last that was published with it. */
export async function findTextOf(group: SettingGroup, day: string) {
  const [row] = await sql<{ value: LegalText }[]>`
    select value from setting_revisions
    where group_name = ${group} and value->>'updated' = ${day} order by id desc limit 1`
  return row?.value
}

/** The newest first; a null value is the original. */
export function listRevisions(group: SettingGroup, limit: number) {
  return sql<
    (Row<'setting_revisions', 'id'> & { value: object | null; at: string; by: string | null })[]
  >`
    select id, value, published_at as at, published_by as by
    from setting_revisions where group_name = ${group} order by id desc limit ${limit}`
}

/** How many stories and books each category has, by the name that they hold. */
export function countByCategory() {
  const counts = sql`count(*) filter (where is_published)::int as published,
    count(*) filter (where not is_published)::int as others`
  return sql<{ of: 'stories' | 'books'; category: string; published: number; others: number }[]>`
    select 'stories' as of, category, ${counts} from stories group by category
    union all select 'books', category, ${counts} from books group by category`
}

const rowUndo = undoOfRow({
  table: 'settings',
  name: 'setting',
  title: 'group_name',
  undone: columns('settings', ['value']),
  shows: () => sql`group_name`,
})

/** A category that was added, and has something already, is retired rather than lost. */
export const settingUndo: WayBack = {
  ...rowUndo,
  async undo(id, rows) {
    const [before, now] = [rows.before['setting'], rows.now['setting']]
    if (before?.['group_name'] !== 'categories' || !before['value'] || !now?.['value'])
      return rowUndo.undo(id, rows)
    const used = await listUsedCategories()
    const value = withUsed(before['value'] as Categories, now['value'] as Categories, used)
    return rowUndo.undo(id, { ...rows, before: { setting: { ...before, value } } })
  },
}

/** Of what was merged into a category, nothing counts: an Undo takes that away again. */
async function listUsedCategories() {
  const rows = await sql<{ category: string }[]>`
    select category from stories where merged_from is null
    union select category from books where merged_from is null
    union select category from publishing_requests where merged_from is null`
  return rows.map(({ category }) => category)
}

/** The original becomes a value of its own, so that it can be the one before. */
export async function settleOriginal(group: SettingGroup, original: object) {
  await sql`
    update settings set value = ${JSON.stringify(original)}::text::jsonb, published_by = null
    where group_name = ${group} and value is null`
}
