import type { Measure } from '#contract/stats.ts'
import { json, type Row, sql, transaction } from '#db/sql.ts'

// Counts are gathered in memory and written every few seconds: a page that is left costs no query. What a killed process
// had not written is lost, ten seconds of counts at most; views, likes, shares and orders are rows and lose nothing.

type StoryCounts = Row<'story_hours', 'finishes' | 'seconds' | 'offlineReads'>

/** More kinds of counts in ten seconds than any magazine has are made up: what comes on top is not counted. */
const mostKeys = 50_000

let stories = new Map<string, StoryCounts>()
let stats = new Map<string, number>()

const hourNow = () => `${new Date().toISOString().slice(0, 13)}:00:00Z`

export function countStat(measure: Measure, kind: string, total = 1) {
  addStat(`${hourNow()}\t${measure}\t${kind}`, total)
}

function addStat(key: string, total: number) {
  if (!stats.has(key) && stats.size >= mostKeys) return
  stats.set(key, (stats.get(key) ?? 0) + total)
}

export function countStory(storyId: string, counts: Partial<StoryCounts>) {
  // One spelling of an id: two of them in one insert would be one row twice.
  addStory(`${hourNow()}\t${storyId.toLowerCase()}`, counts)
}

function addStory(
  key: string,
  { finishes = 0, seconds = 0, offlineReads = 0 }: Partial<StoryCounts>,
) {
  if (!stories.has(key) && stories.size >= mostKeys) return
  const before = stories.get(key)
  stories.set(key, {
    finishes: (before?.finishes ?? 0) + finishes,
    seconds: (before?.seconds ?? 0) + seconds,
    offlineReads: (before?.offlineReads ?? 0) + offlineReads,
  })
}

/** Writes what was gathered, in the order of the keys, so that replicas wait for each other and never in a circle. */
export async function flushCounts() {
  const [ofStories, ofStats] = [stories, stats]
  if (ofStories.size + ofStats.size === 0) return
  stories = new Map()
  stats = new Map()
  try {
    await transaction(async () => {
      await upsertStories([...ofStories].sort(byKey))
      await upsertStats([...ofStats].sort(byKey))
    })
  } catch (error) {
    // With the next ones.
    for (const [key, counts] of ofStories) addStory(key, counts)
    for (const [key, total] of ofStats) addStat(key, total)
    throw error
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** Only published stories count; ids that somebody made up are dropped. */
async function upsertStories(counts: [string, StoryCounts][]) {
  if (counts.length === 0) return
  const rows = counts.map(([key, { finishes, seconds, offlineReads }]) => {
    const [hour, id] = key.split('\t')
    return { hour, id, finishes, seconds, offline: offlineReads }
  })
  await sql`
    insert into story_hours as h (hour, story_id, finishes, seconds, offline_reads)
    select c.hour, c.id, c.finishes, c.seconds, c.offline
    from jsonb_to_recordset(${json(rows)})
      as c (hour timestamptz, id uuid, finishes integer, seconds bigint, offline integer)
    join stories s on s.id = c.id and s.is_published
    order by c.hour, c.id
    on conflict (hour, story_id) do update set
      finishes = h.finishes + excluded.finishes,
      seconds = h.seconds + excluded.seconds,
      offline_reads = h.offline_reads + excluded.offline_reads`
}

/** Visits of stories count as stories do: only of those that are published. */
async function upsertStats(totals: [string, number][]) {
  if (totals.length === 0) return
  const rows = totals.map(([key, total]) => {
    const [hour, measure, kind] = key.split('\t')
    return { hour, measure, kind, total }
  })
  await sql`
    insert into figure_hours as h (hour, measure, class, total)
    select c.hour, c.measure, c.kind, c.total
    from jsonb_to_recordset(${json(rows)})
      as c (hour timestamptz, measure text, kind text, total bigint)
    where case when c.measure = ${'storyVisits' satisfies Measure}
      then exists (select from stories s where s.id = left(c.kind, 36)::uuid and s.is_published) else true end
    order by c.hour, c.measure, c.kind
    on conflict (hour, measure, class) do update set total = h.total + excluded.total`
}
