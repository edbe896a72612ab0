-- Locks both tables for a moment, in the order in which deleting a story does; gives up when somebody holds them long.
set local lock_timeout = '10s';
lock table story_shares, story_views in access exclusive mode;

alter table story_views rename to story_views_before;
alter index views_once_a_day rename to views_before_once_a_day;
drop trigger count_view on story_views_before;
alter table story_shares rename to story_shares_before;
alter index shares_once_an_hour rename to shares_before_once_an_hour;
drop trigger count_share on story_shares_before;

create table story_views (
  story_id uuid not null,
  visitor_id uuid not null,
  viewed_on date not null,
  constraint views_once_a_day primary key (story_id, visitor_id, viewed_on),
  constraint views_of_a_story foreign key (story_id) references stories (id) on delete cascade
) partition by range (viewed_on);

create table story_shares (
  story_id uuid not null,
  -- The random id of the visitor's own cookie; never an address.
  visitor_id uuid not null,
  shared_in_hour timestamptz not null,
  constraint shares_once_an_hour primary key (story_id, visitor_id, shared_in_hour),
  constraint shares_of_a_story foreign key (story_id) references stories (id) on delete cascade
) partition by range (shared_in_hour);

create trigger count_view after insert on story_views
  for each row execute function count_view();
create trigger count_share after insert on story_shares
  for each row execute function count_share();

do $$
declare
  edge text;
begin
  perform set_config('timezone', 'UTC', true);
  select (regexp_match(pg_get_constraintdef(oid), '''(\d{4}-\d\d-\d\d)'))[1] into strict edge
  from pg_constraint
  where conrelid = 'story_views_before'::regclass and conname = 'views_before_partitions';
  execute format(
    'alter table story_views attach partition story_views_before for values from (minvalue) to (%L)', edge);
  execute format(
    'alter table story_shares attach partition story_shares_before for values from (minvalue) to (%L)',
    edge || ' 00:00+00');
end $$;

-- The partition says it now.
alter table story_views_before drop constraint views_before_partitions;
alter table story_shares_before drop constraint shares_before_partitions;

-- Where the last partition of a table ends; each ends with a month, in UTC.
create function end_of_partitions(parent regclass) returns date stable language sql set timezone = 'UTC' as $$
  select max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d{4}-\d\d-\d\d)'))[1]::date)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- Partitions until that of this day, by attaching: that waits for no reader, and no backup.
create function make_partitions(parent regclass, until date) returns void language plpgsql set timezone = 'UTC' as $$
declare
  first_day date := end_of_partitions(parent);
  key text := (select pg_get_partkeydef(parent));
  name text;
begin
  while first_day <= until loop
    name := parent::text || to_char(first_day, '_YYYY_MM');
    execute format('create table %I (like %s including all)', name, parent);
    -- Rows come in the order of their days: such an index costs next to nothing.
    execute format('create index on %I using brin (%I) with (autosummarize = on, pages_per_range = 16)',
      name, substring(key from '\((.+)\)'));
    execute format('alter table %s attach partition %I for values from (%L) to (%L)',
      parent, name, first_day, first_day + interval '1 month');
    first_day := first_day + interval '1 month';
  end loop;
end $$;

-- Those that ended by this day; returns how many. `if_empty` leaves those that hold rows.
create function drop_partitions(parent regclass, ended date, if_empty boolean) returns integer
language plpgsql set timezone = 'UTC' as $$
declare
  partition regclass;
  is_filled boolean := false;
  dropped integer := 0;
begin
  for partition in
    select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent
      and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d{4}-\d\d-\d\d)'))[1]::date <= ended
  loop
    if if_empty then
      execute format('select exists (select from %s)', partition) into is_filled;
    end if;
    if not is_filled then
      execute format('drop table %s', partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

select make_partitions('story_views', (now() + interval '3 months')::date);
select make_partitions('story_shares', (now() + interval '3 months')::date);

-- What a story's counters hold of rows that are gone: a counter is this and the rows that are kept.
create table story_totals (
  story_id uuid primary key,
  views integer not null default 0,
  shares integer not null default 0,
  constraint story_totals_of_a_story foreign key (story_id) references stories (id) on delete cascade
);

-- Whoever deletes rows, and however: the total takes them up in the same transaction. A story that goes needs none.
create function total_views() returns trigger language plpgsql as $$
begin
  insert into story_totals as t (story_id, views)
  select story_id, count(*) from gone join stories on stories.id = gone.story_id
  group by story_id order by story_id
  on conflict (story_id) do update set views = t.views + excluded.views;
  return null;
end $$;

create function total_shares() returns trigger language plpgsql as $$
begin
  insert into story_totals as t (story_id, shares)
  select story_id, count(*) from gone join stories on stories.id = gone.story_id
  group by story_id order by story_id
  on conflict (story_id) do update set shares = t.shares + excluded.shares;
  return null;
end $$;

create trigger total_views after delete on story_views
  referencing old table as gone for each statement execute function total_views();
create trigger total_shares after delete on story_shares
  referencing old table as gone for each statement execute function total_shares();
