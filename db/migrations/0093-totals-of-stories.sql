-- Deleting rows waits here until the totals are written; viewing and sharing do not.
lock table story_totals in share row exclusive mode;

-- One statement, so that each counter is read together with its rows.
insert into story_totals (story_id, views, shares)
select s.id, s.views - coalesce(v.rows, 0), s.shares_count - coalesce(h.rows, 0)
from stories s
left join (select story_id, count(*) as rows from story_views group by 1) v on v.story_id = s.id
left join (select story_id, count(*) as rows from story_shares group by 1) h on h.story_id = s.id
where s.views <> coalesce(v.rows, 0) or s.shares_count <> coalesce(h.rows, 0)
on conflict (story_id) do update set views = excluded.views, shares = excluded.shares;
