-- A story told in several parts. The place of a story is a row of its own: to take one makes the story neither newer nor
-- another revision.
create table series (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  constraint series_title_not_empty check (title <> '')
);
create unique index series_title_once on series (lower(title));

create table series_parts (
  story_id uuid primary key,
  series_id uuid not null,
  part integer not null,
  constraint series_part_once unique (series_id, part),
  constraint series_part_in_range check (part between 1 and 99),
  constraint series_parts_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint series_parts_of_a_series foreign key (series_id) references series (id) on delete cascade
);

-- The pages of a series' other parts change too. Parts that nobody may read yet are not seen.
create function note_series_change() returns trigger language plpgsql as $$
begin
  if exists (select from stories where id in (old.story_id, new.story_id) and is_published) then
    update site_version
      set version = version + 1, last_transaction = pg_current_xact_id()
      where last_transaction is distinct from pg_current_xact_id();
    if found then
      notify site_stale;
    end if;
  end if;
  return null;
end $$;

create trigger series_parts_change after insert or delete on series_parts
  for each row execute function note_series_change();
create trigger series_parts_move after update on series_parts
  for each row when (old.* is distinct from new.*) execute function note_series_change();
create trigger series_parts_emptied after truncate on series_parts
  for each statement execute function note_site_change();
create trigger series_renamed after update on series
  for each row when (old.title is distinct from new.title) execute function note_site_change();
