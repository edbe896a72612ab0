import { readSnapshot } from '#api/staff/activity/undo.queries.ts'
import {
  type ReportedKind,
  type ReportReason,
  type ReportState,
  reportHours,
} from '#contract/magazine/reports.ts'
import { keptDays } from '#contract/retention.ts'
import { inLagos } from '#db/lagos.ts'
import {
  columns,
  countRows,
  first,
  type Row,
  type RowOf,
  type Slice,
  sql,
  values,
} from '#db/sql.ts'

export type PaperType = Row<'notices', 'paperType'>['paperType']

/** What can be reported: its title, and the path of its page. */
export interface Reported {
  kind: ReportedKind
  id: string
  title: string
  address: string
}

/** Adds one to those for the same reason that nobody has decided yet. `isNew`: there was none. */
export async function insertReport({ id, ...reported }: Reported, reason: ReportReason) {
  const [report] = await sql<(Row<'reports', 'id' | 'createdAt'> & { isNew: boolean })[]>`
    insert into reports ${values('reports', { ...reported, subjectId: id, reason })}
    on conflict (kind, subject_id, reason) where state = 'open'
      do update set count = reports.count + 1
    returning id, created_at, count = 1 as is_new`
  if (!report) throw new Error('the report was not stored')
  return report
}

export async function insertReporter(reporter: {
  reportId: string
  words: string
  email: string | null
}) {
  await sql`insert into reporters ${values('reporters', reporter)}`
}

const reportColumns = columns('reports', [
  'id',
  'subjectId',
  'title',
  'address',
  'count',
  'message',
  'createdAt',
  'decidedAt',
])

export type ReportRow = RowOf<typeof reportColumns> & {
  kind: ReportedKind
  reason: ReportReason
  status: ReportState
  isPublic: boolean
  /** Of a review, with who wrote it. */
  text: string | null
  words: string[]
  answersWanted: number
  notices: { id: string; authority: string; hasPaper: boolean }[]
}

/** What somebody reads before they decide; the others of a crowd say hardly more. */
const shownWords = 20

const asStaffSee = () => sql`
  ${sql(reportColumns)}, kind, reason, state as status,
  exists (select from stories s where s.id = subject_id and s.is_published)
    or exists (select from book_reviews v where v.id = subject_id and v.state = 'shown')
    or exists (select from authors a where a.author_id = subject_id and a.is_public) as is_public,
  (select name || ': ' || text from book_reviews v where v.id = subject_id) as text,
  array(
    select words from reporters where report_id = reports.id and words <> ''
    order by reporters.created_at desc limit ${shownWords}) as words,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'authority', authority, 'hasPaper', paper is not null) order by created_at)
    from notices where report_id = reports.id), '[]') as notices,
  (select count(distinct email) from reporters where report_id = reports.id) as answers_wanted`

interface ReportFilter {
  status?: ReportState | undefined
}

const narrow = ({ status }: ReportFilter) => (status ? sql`where state = ${status}` : sql``)

export function listReports(filter: ReportFilter & Slice) {
  return sql<ReportRow[]>`
    select ${asStaffSee()} from reports ${narrow(filter)}
    order by state = 'open' desc, state = 'open' and reason = 'private' desc,
      case when state = 'open' then reports.created_at end, reports.created_at desc, id
    limit ${filter.limit} offset ${filter.offset}`
}

export function countReports(filter: ReportFilter): Promise<number> {
  return countRows(sql`reports ${narrow(filter)}`)
}

export function countReportsByState() {
  return sql<{ name: ReportState; count: number }[]>`
    select state as name, count(*) from reports group by 1`
}

const isPressing = () => sql`created_at < now() - make_interval(hours => ${reportHours.pressing})`

/** The open one that came first, before or after the hours from which it presses, and how many there are. */
export const oldestReport = (when: 'pressing' | 'early') => sql`
  select id, title as name, created_at as since, count(*) over () from reports
  where state = 'open' and ${when === 'pressing' ? isPressing() : sql`not ${isPressing()}`}
  order by created_at, id limit 1`

export async function lockReport(id: string) {
  await sql`select 1 from reports where id = ${id} for update`
  return findReport(id)
}

export function findReport(id: string) {
  return first(sql<ReportRow[]>`select ${asStaffSee()} from reports where id = ${id}`)
}

export async function setReportState(id: string, state: ReportState, message: string) {
  await sql`update reports set state = ${state}, message = ${message}, decided_at = now() where id = ${id}`
}

export const snapshotReport = (id: string) =>
  readSnapshot({ report: sql`select state, message, decided_at from reports where id = ${id}` })

/** Takes the decision back. What came for the same reason since joins it. */
export async function reopenReport({ id, kind, subjectId, reason, count }: ReportRow) {
  const [newer] = await sql<Row<'reports', 'id' | 'count'>[]>`
    select id, count from reports
    where (kind, subject_id, reason, state) = (${kind}, ${subjectId}, ${reason}, 'open') for update`
  if (newer) {
    await sql`update reporters set report_id = ${id} where report_id = ${newer.id}`
    await sql`update notices set report_id = ${id} where report_id = ${newer.id}`
    await sql`delete from reports where id = ${newer.id}`
  }
  await sql`
    update reports set state = 'open', message = null, decided_at = null,
      count = ${count + (newer?.count ?? 0)} where id = ${id}`
}

export async function insertNotice(notice: {
  reportId: string
  authority: string
  paper: Uint8Array<ArrayBuffer>
  paperType: PaperType
}) {
  await sql`insert into notices ${values('notices', notice)}`
}

export function findPaper(id: string) {
  return first(sql<Row<'notices', 'paper' | 'paperType'>[]>`
    select paper, paper_type from notices where id = ${id} and paper is not null`)
}

/** By year in Lagos. */
export function countNotices() {
  return sql<{ year: number; notices: number; corrected: number; removed: number }[]>`
    select extract(year from ${inLagos(sql`notices.created_at`)})::integer as year,
      count(*) as notices, count(*) filter (where state = 'corrected') as corrected,
      count(*) filter (where state = 'removed') as removed
    from notices join reports on reports.id = report_id group by 1 order by 1 desc`
}

/** In either case, as its page takes it. */
export async function findStoryBySlug(slug: string): Promise<string | undefined> {
  const named = await first(sql<{ storyId: string }[]>`
    select story_id from page_slugs where kind = 'story' and slug = ${slug.toLowerCase()}`)
  return named?.storyId
}

/** Each once, of those who want an answer. */
export async function listReporters(reportId: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select distinct email from reporters where report_id = ${reportId} and email is not null`
  return rows.map(({ email }) => email)
}

/** Those whose time is over, once. */
export function takeOverdueReports() {
  return sql<Row<'reports', 'id' | 'title'>[]>`
    update reports set overdue_at = now()
    where state = 'open' and overdue_at is null
      and created_at < now() - make_interval(hours => ${reportHours.allowed})
    returning id, title`
}

/** What somebody reported by an address, for their copy of their data. */
export function listReportsFrom(email: string) {
  return sql<(Row<'reporters', 'words' | 'createdAt'> & Row<'reports', 'title' | 'reason'>)[]>`
    select title, reason, words, reporters.created_at
    from reporters join reports on reports.id = report_id
    where email = ${email} order by reporters.created_at desc`
}

export async function deleteReportersWith(email: string) {
  await sql`delete from reporters where email = ${email}`
}

/** The papers of authorities go later than what readers wrote. */
export async function deleteOldReporters() {
  await sql`
    update notices set paper = null from reports
    where reports.id = report_id and paper is not null
      and decided_at < now() - make_interval(days => ${keptDays.paperOfNotice})`
  await sql`
    delete from reporters using reports
    where reports.id = report_id
      and decided_at < now() - make_interval(days => ${keptDays.reporter})`
}
