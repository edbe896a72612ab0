import { keptDays, sessionPauseMinutes } from '#contract/retention.ts'
import { lagosDay } from '#db/lagos.ts'
import { sql } from '#db/sql.ts'
import { isOwnRevision } from './documents.queries.ts'

/** Counted since the list was last requested, which an open page does again within the hour. */
const listedHours = 24
/** Rows per statement, so that each is short. */
const atOnce = 5_000

/**
 * Deletes old saves of documents: all but the last of each editing session, later of each day. The head, kept revisions,
 * asides, restored revisions and the contributor's own are not deleted. Numbers are never reused: the highest is the head
 * or an aside.
 */
export async function pruneRevisions(): Promise<void> {
  for (let count = atOnce; count === atOnce; ) count = await pruneSome()
}

async function pruneSome(): Promise<number> {
  const { count } = await sql`
    with documents as (
      select 'story' as document, story_id as document_id, head, listed_at from story_drafts
      union all select 'issue', id, revision, listed_at from letters
    ), placed as (
      select document, document_id, number, saved_at,
        kind = 'saved' and not is_kept and not ${isOwnRevision()} as is_usual,
        lead(kind) over later = 'saved' and lead(saved_by_name) over later = saved_by_name
          and lead(saved_at) over later - saved_at < make_interval(mins => ${sessionPauseMinutes})
          as goes_on,
        max(number) filter (where kind <> 'aside') over (
          partition by document_id, ${lagosDay(sql`saved_at`)}
        ) as last_of_day
      from document_revisions r
      window later as (partition by document_id order by number)
    )
    delete from document_revisions where (document_id, number) in (
      select document_id, number from placed join documents using (document, document_id)
      where is_usual and number <> head
        and coalesce(listed_at < now() - make_interval(hours => ${listedHours}), true)
        and (
          goes_on and saved_at < now() - make_interval(days => ${keptDays.saveOfASession})
          or number < last_of_day
            and saved_at < now() - make_interval(days => ${keptDays.lastSaveOfASession})
        )
      limit ${atOnce}
    )`
  return count
}
