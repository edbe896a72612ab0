-- What the public pages show, as one number: it grows in each transaction that changes a published
-- story or book. Pages kept in memory and the static site are as fresh as the version they were made from.
create table site_version (
  only_row boolean primary key default true,
  -- Tells this database from another one whose version happens to be the same.
  site_id uuid not null default gen_random_uuid(),
  version bigint not null default 0,
  last_transaction xid8,
  constraint site_version_has_one_row check (only_row)
);
insert into site_version default values;

create table site_builds (
  id bigint generated always as identity primary key,
  -- The site_version that the build read.
  version bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  -- Null for a good build.
  error text
);

create function note_site_change() returns trigger language plpgsql as $$
begin
  update site_version
    set version = version + 1, last_transaction = pg_current_xact_id()
    where last_transaction is distinct from pg_current_xact_id();
  if found then
    notify site_stale;
  end if;
  return null;
end $$;

create trigger stories_appear after insert on stories
  for each row when (new.is_published) execute function note_site_change();
create trigger stories_vanish after delete on stories
  for each row when (old.is_published) execute function note_site_change();
-- Counters are not in the list: they are refreshed in the open page and cause no build.
create trigger stories_change after update on stories
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.content, old.summary, old.category, old.author_id, old.author_name, old.author_role,
      old.author_image_url, old.image_url, old.video_url, old.read_time_minutes, old.is_published,
      old.is_featured, old.published_at
    ) is distinct from (
      new.title, new.content, new.summary, new.category, new.author_id, new.author_name, new.author_role,
      new.author_image_url, new.image_url, new.video_url, new.read_time_minutes, new.is_published,
      new.is_featured, new.published_at
    )
  ) execute function note_site_change();

create trigger books_appear after insert on books
  for each row when (new.is_published) execute function note_site_change();
create trigger books_vanish after delete on books
  for each row when (old.is_published) execute function note_site_change();
create trigger books_change after update on books
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.description, old.author_id, old.author_name, old.price, old.cover_image_url,
      old.category, old.content, old.rating, old.ratings_count, old.is_published, old.created_at
    ) is distinct from (
      new.title, new.description, new.author_id, new.author_name, new.price, new.cover_image_url,
      new.category, new.content, new.rating, new.ratings_count, new.is_published, new.created_at
    )
  ) execute function note_site_change();
-- TRUNCATE fires no row trigger; an emptied table is the greatest change of all.
create trigger stories_emptied after truncate on stories
  for each statement execute function note_site_change();
create trigger books_emptied after truncate on books
  for each statement execute function note_site_change();
