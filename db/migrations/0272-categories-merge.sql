-- A category can be merged into another, and books have categories that follow as those of stories do.

-- The ids of the categories that a row had before they were merged; null where that changed nothing of it.
alter table stories add column merged_from text[];
alter table books add column merged_from text[];
alter table publishing_requests add column merged_from text[];
alter table subscribers add column merged_from text[];
alter table letters add column merged_from text[];

-- allowed drop: only the trigger function that this file replaces calls it, no release does.
drop function rename_category(text[], text);

-- Each category of a list with all its names, and as `home` the name of the one that has its rows.
create function category_places(list jsonb, is_first boolean)
returns table (id text, name text, names text[], home text) language sql immutable as $$
  with recursive entries as (
    select entry->>'id' as id, case when is_first then name_at_first(entry) else entry->>'name' end as name,
      array(select jsonb_array_elements_text(entry->'was' || jsonb_build_array(entry->'name'))) as names,
      case when not is_first then entry->>'into' end as merged_into
    from jsonb_array_elements(list) as entry
  ), steps as (
    select entries.id, entries.id as at from entries
    union
    select steps.id, entries.merged_into from steps join entries on entries.id = steps.at
    where entries.merged_into is not null
  )
  select entries.id, entries.name, entries.names, home.name
  from entries join steps on steps.id = entries.id
  join entries as home on home.id = steps.at and home.merged_into is null
$$;

-- What a row has afterwards: the homes of what it had before any merge, unless somebody has changed that since.
create function follow_categories(had text[], merged_from text[], maps jsonb)
returns table (names text[], merged text[]) language sql immutable as $$
  select array(select distinct coalesce(maps->'after'->>one, one) from unnest(ids) as one order by 1),
    case when exists (
      select from unnest(ids) as one where maps->'after'->>one is distinct from maps->'own'->>one) then ids end
  from (select case
    when array(select distinct coalesce(maps->'before'->>one, one) from unnest(merged_from) as one order by 1)
      = array(select distinct one from unnest(had) as one order by 1) then merged_from
    else array(select coalesce(maps->'ids'->>one, one) from unnest(had) as one) end as ids) as found
$$;

create or replace function categories_follow() returns trigger language plpgsql as $$
declare
  old_value jsonb := case when tg_op = 'UPDATE' then old.value end;
  kind text;
  maps jsonb;
  place record;
begin
  foreach kind in array array['stories', 'books'] loop
    select jsonb_build_object(
        'ids', (select jsonb_object_agg(one, id) from (
          select id, unnest(names) as one from category_places(new.value->kind, false)
          union select id, unnest(names) from category_places(old_value->kind, false)) as named),
        -- Where nothing was set, rows are where they ought to be, such as those of a restored backup.
        'before', coalesce(
          (select jsonb_object_agg(id, home) from category_places(old_value->kind, false)), jsonb_object_agg(id, home)),
        'after', jsonb_object_agg(id, home), 'own', jsonb_object_agg(id, name))
      into maps from category_places(coalesce(new.value->kind, old_value->kind), new.value->kind is null);
    continue when maps->'after' = 'null';
    maps := maps || jsonb_build_object(
      -- Names that no row has afterwards, and ids whose rows go elsewhere.
      'left', (select jsonb_object_agg(key, value) from jsonb_each_text(maps->'ids')
        where maps->'after'->>value <> key),
      'moved', (select jsonb_object_agg(key, value) from jsonb_each_text(maps->'after')
        where maps->'before'->>key <> value));
    for place in select * from (values
      ('stories', 'stories', 'array[category]', 'category', 'names[1]'),
      ('stories', 'subscribers', 'categories', 'categories', 'names'),
      ('stories', 'letters', 'categories', 'categories', 'names'),
      ('books', 'books', 'array[category]', 'category', 'names[1]'),
      ('books', 'publishing_requests', 'array[category]', 'category', 'names[1]')
    ) as places (of_kind, of_table, had, col, becomes) where of_kind = kind loop
      execute format(
        'update %I set (%I, merged_from) = (select %s, merged from follow_categories(%s, merged_from, $1))
          where %s && $2 or merged_from && $3', place.of_table, place.col, place.becomes, place.had, place.had)
        using maps, array(select jsonb_object_keys(nullif(maps->'left', 'null'))),
          array(select jsonb_object_keys(nullif(maps->'moved', 'null')));
    end loop;
    if kind = 'stories' then perform rename_figures(maps); end if;
  end loop;
  return null;
end $$;

-- What was read under a name stays under it when that is merged, and follows another name.
create function rename_figures(maps jsonb) returns void language sql as $$
  update reading_events set category = own.name
  from (select ids.key as earlier, maps->'own'->>ids.value as name from jsonb_each_text(maps->'ids') as ids) as own
  where category = own.earlier and own.name <> own.earlier;
  with moved as (
    delete from category_days using (
      select ids.key as earlier, maps->'own'->>ids.value as name from jsonb_each_text(maps->'ids') as ids) as own
    where category = own.earlier and own.name <> own.earlier returning category_days.*, own.name)
  insert into category_days as kept (day, category, reads, finishes, seconds, likes, shares, offline_reads)
    select day, name, sum(reads), sum(finishes), sum(seconds), sum(likes), sum(shares), sum(offline_reads)
    from moved group by day, name
    on conflict on constraint category_days_once do update set
      reads = kept.reads + excluded.reads, finishes = kept.finishes + excluded.finishes,
      seconds = kept.seconds + excluded.seconds, likes = kept.likes + excluded.likes,
      shares = kept.shares + excluded.shares, offline_reads = kept.offline_reads + excluded.offline_reads;
$$;
