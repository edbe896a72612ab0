-- The stories of a week in one file, as HTML and as PDF: what is sent from phone to phone.
create table week_editions (
  id uuid primary key default gen_random_uuid(),
  -- Where the ISO week begins in Lagos.
  monday date not null,
  -- Both are null while they are made anew.
  html bytea,
  pdf bytea,
  made_at timestamptz not null default now(),
  published_at timestamptz,
  withdrawn_at timestamptz,
  constraint week_editions_one_a_week unique (monday),
  constraint week_editions_begin_on_mondays check (extract(isodow from monday) = 1),
  constraint week_editions_have_both_files check ((html is null) = (pdf is null)),
  constraint week_editions_files_small
    check (octet_length(html) <= 2097152 and octet_length(pdf) <= 2097152)
);

create table week_edition_stories (
  edition_id uuid not null,
  -- Its number in the files, by which it is named once it is gone.
  place integer not null,
  -- No foreign key: that it was there outlives the story.
  story_id uuid not null,
  taken_down_at timestamptz,
  constraint week_edition_stories_in_turn primary key (edition_id, place),
  constraint week_edition_stories_of_an_edition
    foreign key (edition_id) references week_editions (id) on delete cascade
);
create index week_edition_stories_of_story on week_edition_stories (story_id);

-- Whatever takes a story down, or brings it back, files that are made of it are gone in the same moment.
create function renew_week_editions() returns trigger language plpgsql as $$
declare
  is_gone boolean := true;
begin
  if tg_op = 'UPDATE' then
    is_gone := not new.is_published;
  end if;
  with changed as (
    update week_edition_stories set taken_down_at = case when is_gone then now() end
    where story_id = old.id and (taken_down_at is null) = is_gone
    returning edition_id
  )
  update week_editions set html = null, pdf = null where id in (select edition_id from changed);
  if found then
    notify week_editions_stale;
  end if;
  return null;
end $$;
create trigger stories_move_in_week_editions after update of is_published on stories
  for each row when (old.is_published <> new.is_published) execute function renew_week_editions();
create trigger stories_vanish_from_week_editions after delete on stories
  for each row when (old.is_published) execute function renew_week_editions();

create trigger week_editions_change after insert or update or delete on week_editions
  for each row execute function note_site_change();

-- The text of the agreement to which a guardian was last asked anew, by its number.
alter table guardians add column asked_anew integer;
