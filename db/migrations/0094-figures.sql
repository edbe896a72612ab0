-- Figures of the magazine: counts, and nothing of anybody. What pages report comes by the hour; a job makes days of it,
-- together with the views, likes and shares. Days are those of Lagos.

create table story_hours (
  hour timestamptz not null,
  story_id uuid not null,
  finishes integer not null default 0,
  seconds bigint not null default 0,
  -- Opened without a network, and reported later.
  offline_reads integer not null default 0,
  constraint story_hours_once primary key (hour, story_id)
) partition by range (hour);

-- `measure` is what is counted (contract/figures.ts), `class` of which kind: where a visit came from, say.
create table figure_hours (
  hour timestamptz not null,
  measure text not null,
  class text not null,
  total bigint not null,
  constraint figure_hours_once primary key (hour, measure, class)
) partition by range (hour);

create table story_days (
  day date not null,
  story_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint story_days_once primary key (day, story_id)
) partition by range (day);

-- Months that are over.
create table story_months (
  month date not null,
  story_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint story_months_once primary key (month, story_id)
);

-- By the category that a story had on the day.
create table category_days (
  day date not null,
  category text not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint category_days_once primary key (day, category)
);

create table figure_days (
  day date not null,
  measure text not null,
  class text not null,
  total bigint not null,
  constraint figure_days_once primary key (measure, day, class)
);

-- A home for whatever is older, of a backup that is restored here.
do $$
declare
  edge date := date_trunc('month', now() at time zone 'UTC');
begin
  perform set_config('timezone', 'UTC', true);
  execute format('create table story_hours_before partition of story_hours for values from (minvalue) to (%L)', edge);
  execute format('create table figure_hours_before partition of figure_hours for values from (minvalue) to (%L)', edge);
  execute format('create table story_days_before partition of story_days for values from (minvalue) to (%L)', edge);
end $$;
select make_partitions('story_hours', (now() + interval '3 months')::date);
select make_partitions('figure_hours', (now() + interval '3 months')::date);
select make_partitions('story_days', (now() + interval '3 months')::date);

-- The figures of an author: the stories that are theirs.
create index story_days_of_story on story_days (story_id, day);
create index story_months_of_story on story_months (story_id, month);
