-- Rows hold the name of their category. When the publisher gives one another name, or takes that back, they follow.

create function name_at_first(entry jsonb) returns text language sql immutable as $$
  select coalesce(
    (select name from jsonb_array_elements_text(entry->'was' || jsonb_build_array(entry->'name')) as name
      where trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) = entry->>'id' limit 1),
    entry->>'name')
$$;

create function rename_category(earlier text[], current text) returns void language plpgsql as $$
begin
  update stories set category = current where category = any(earlier);
  update reading_events set category = current where category = any(earlier);
  with moved as (delete from category_days where category = any(earlier) returning *)
  insert into category_days as kept (day, category, reads, finishes, seconds, likes, shares, offline_reads)
    select day, current, sum(reads), sum(finishes), sum(seconds), sum(likes), sum(shares), sum(offline_reads)
    from moved group by day
    on conflict on constraint category_days_once do update set
      reads = kept.reads + excluded.reads, finishes = kept.finishes + excluded.finishes,
      seconds = kept.seconds + excluded.seconds, likes = kept.likes + excluded.likes,
      shares = kept.shares + excluded.shares, offline_reads = kept.offline_reads + excluded.offline_reads;
  update subscribers set categories = array(
      select distinct case when one = any(earlier) then current else one end from unnest(categories) as one)
    where categories && earlier;
  update letters set categories = array(
      select distinct case when one = any(earlier) then current else one end from unnest(categories) as one)
    where categories && earlier;
end $$;

create function categories_follow() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then old.value end;
  entry jsonb;
  current text;
  earlier text[];
begin
  for entry in select jsonb_array_elements(coalesce(new.value, before)->'stories') loop
    current := case when new.value is null then name_at_first(entry) else entry->>'name' end;
    earlier := array(
      select jsonb_array_elements_text(one->'was' || jsonb_build_array(one->'name'))
      from (select entry as one union all
        select jsonb_array_elements(before->'stories')) as entries
      where one->>'id' = entry->>'id');
    perform rename_category(array_remove(earlier, current), current);
  end loop;
  return null;
end $$;

create trigger categories_appear after insert on settings for each row
  when (new.group_name = 'categories' and new.value is not null) execute function categories_follow();
create trigger categories_change after update on settings for each row
  when (new.group_name = 'categories' and old.value is distinct from new.value) execute function categories_follow();
