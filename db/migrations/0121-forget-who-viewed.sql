-- in batches
with next as (
  select story_id, visitor_id, viewed_on from story_views
  where not keyed
    and (story_id, visitor_id) >= (
      (select story_id from forgotten_until where name = 'views'),
      (select visitor_id from forgotten_until where name = 'views'))
  order by story_id, visitor_id, viewed_on limit 2000
),
moved as (
  update forgotten_until f set story_id = last.story_id, visitor_id = last.visitor_id
  from (select story_id, visitor_id from next order by story_id desc, visitor_id desc limit 1) last
  where f.name = 'views'
)
update story_views v set visitor_id = gen_random_uuid(), keyed = true
from next
where v.story_id = next.story_id and v.visitor_id = next.visitor_id and v.viewed_on = next.viewed_on and not v.keyed;
