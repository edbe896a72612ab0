import { keptDays, sittingPauseMinutes } from '#contract/retention.ts'
import { sql } from '#db/sql.ts'
import { isOwnRevision } from './drafts.queries.ts'

/** After the list was last asked for; an open page asks for it again within the hour. */
const listedHours = 24
/** Rows of one statement, which may not take long. */
const atOnce = 5_000

/**
 * Deletes old saves of drafts: of each sitting all but the last, later of each day. The head, what is kept, asides, what was
 * restored and the contributor's own words stay. Numbers are never given again: the highest is the head or an aside.
 */
export async function thinRevisions(): Promise<void> {
  for (let count = atOnce; count === atOnce; ) count = await thinSome()
}

async function thinSome(): Promise<number> {
  const { count } = await sql`
    with placed as (
      select r.story_id, number, saved_at,
        kind = 'saved' and not is_kept and not ${isOwnRevision()} as is_usual,
        lead(kind) over later = 'saved' and lead(saved_by_name) over later = saved_by_name
          and lead(saved_at) over later - saved_at < make_interval(mins => ${sittingPauseMinutes})
          as goes_on,
        max(number) filter (where kind <> 'aside') over (
          partition by r.story_id, (saved_at at time zone 'Africa/Lagos')::date
        ) as last_of_day
      from story_revisions r
      window later as (partition by r.story_id order by number)
    )
    delete from story_revisions where (story_id, number) in (
      select placed.story_id, number
      from placed join story_drafts d on d.story_id = placed.story_id
      where is_usual and number <> d.head
        and coalesce(d.listed_at < now() - make_interval(hours => ${listedHours}), true)
        and (
          goes_on and saved_at < now() - make_interval(days => ${keptDays.saveOfASitting})
          or number < last_of_day
            and saved_at < now() - make_interval(days => ${keptDays.lastSaveOfASitting})
        )
      limit ${atOnce}
    )`
  return count
}
