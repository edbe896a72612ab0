alter table stories
  -- What was read, liked and shared of a story, of late above all: each act adds one, and is worth half as much a
  -- week later. Kept the other way round, so that no job has to cool it: an act adds twice as much as one a week
  -- before it. It says which of two stories is hotter, and nothing by itself; until 2045 it fits its type.
  add column heat double precision not null default 0;

-- What an act adds that was done at this moment.
create function heat_of(moment timestamptz) returns double precision immutable strict parallel safe language sql as $$
  select power(2, extract(epoch from moment - timestamptz '2026-01-01 00:00+00')::double precision / (7 * 24 * 60 * 60))
$$;

create or replace function count_share() returns trigger language plpgsql as $$
begin
  update stories set shares_count = shares_count + 1, heat = heat + heat_of(now()) where id = new.story_id;
  return null;
end $$;

create or replace function count_view() returns trigger language plpgsql as $$
begin
  update stories set views = views + 1, heat = heat + heat_of(now()) where id = new.story_id;
  return null;
end $$;

create or replace function count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set likes_count = likes_count + 1, heat = heat + heat_of(now()) where id = new.story_id;
  else
    update stories set likes_count = likes_count - 1 where id = old.story_id;
  end if;
  return null;
end $$;

-- As in 0012, with the heat among what does not make a story newer.
create or replace function stamp_story() returns trigger language plpgsql as $$
declare
  beside text[] :=
    '{likes_count,shares_count,views,heat,rating,ratings_total,ratings_count,updated_at,revision,excerpt}';
begin
  if new.is_published and new.published_at is null then
    new.published_at := now();
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - beside) is distinct from (to_jsonb(old) - beside) then
    new.updated_at := now();
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

-- What was done before this migration, as far as its day is known.
update stories set heat = done.heat
from (
  select story_id, sum(heat_of(at)) as heat
  from (
    select story_id, viewed_on::timestamptz as at from story_views
    union all select story_id, shared_in_hour from story_shares
    union all select story_id, created_at from likes
  ) as acts
  group by story_id
) as done
where stories.id = done.story_id;
