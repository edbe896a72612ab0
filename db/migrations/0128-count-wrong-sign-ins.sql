-- in batches
with gone as (
  delete from activity where id in (
    select id from activity where action = 'signInFailed' and day is null limit 2000)
  returning at
)
insert into activity as a (action, day, count, at)
select 'signInFailed', (at at time zone 'Africa/Lagos')::date, count(*), max(at) from gone group by 2
on conflict (action, day) where day is not null do update
  set count = a.count + excluded.count, at = greatest(a.at, excluded.at);
