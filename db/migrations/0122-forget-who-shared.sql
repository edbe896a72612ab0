-- in batches
with next as (
  select story_id, visitor_id, shared_in_hour from story_shares
  where not keyed
    and (story_id, visitor_id) >= (
      (select story_id from forgotten_until where name = 'shares'),
      (select visitor_id from forgotten_until where name = 'shares'))
  order by story_id, visitor_id, shared_in_hour limit 2000
),
moved as (
  update forgotten_until f set story_id = last.story_id, visitor_id = last.visitor_id
  from (select story_id, visitor_id from next order by story_id desc, visitor_id desc limit 1) last
  where f.name = 'shares'
)
update story_shares s set visitor_id = gen_random_uuid(), keyed = true
from next
where s.story_id = next.story_id and s.visitor_id = next.visitor_id and s.shared_in_hour = next.shared_in_hour
  and not s.keyed;
