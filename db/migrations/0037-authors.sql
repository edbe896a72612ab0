-- The pages of those who write. As on stories the key is no foreign key: a reader's id for what readers sent in, or the id of
-- somebody without an account.
create table authors (
  author_id uuid primary key,
  -- Of the page's address: made from the first name that it had, and never changed.
  slug text not null,
  name text not null,
  about text not null default '',
  picture_url text,
  is_public boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint authors_slug_once unique (slug),
  constraint authors_slug_is_plain check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint authors_name_not_empty check (name <> ''),
  constraint authors_about_is_short check (char_length(about) <= 600)
);

create index stories_newest_of_author on stories (author_id, published_at desc, id desc)
  where is_published;

create trigger authors_appear after insert on authors
  for each row when (new.is_public) execute function note_site_change();
create trigger authors_vanish after delete on authors
  for each row when (old.is_public) execute function note_site_change();
create trigger authors_change after update on authors
  for each row when (
    (old.is_public or new.is_public) and (old.slug, old.name, old.about, old.picture_url, old.is_public)
      is distinct from (new.slug, new.name, new.about, new.picture_url, new.is_public)
  ) execute function note_site_change();
create trigger authors_emptied after truncate on authors
  for each statement execute function note_site_change();

-- A reader's page goes with the account, whoever deletes it.
create function delete_author_page() returns trigger language plpgsql as $$
begin
  delete from authors where author_id = old.id;
  return null;
end $$;

create trigger readers_take_their_page after delete on readers
  for each row execute function delete_author_page();
