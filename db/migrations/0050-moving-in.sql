-- Stories that came from another magazine, by their key there: a second import finds each again. Apart from stories, so
-- that noting it makes no new revision.
create table imported_stories (
  imported_from text primary key,
  -- Null: it was deleted here, and is not brought back.
  story_id uuid,
  -- Of everything that the import made of it.
  digest text not null,
  -- That the import left: a later one was changed here.
  revision integer not null,
  constraint imported_stories_once unique (story_id),
  constraint imported_stories_story foreign key (story_id) references stories (id) on delete set null
);

-- Pictures that an import stored, by their bytes.
create table imported_pictures (
  sha256 text primary key,
  upload_id uuid not null,
  constraint imported_pictures_of_an_upload foreign key (upload_id) references uploads (id) on delete cascade
);
create index imported_pictures_by_upload on imported_pictures (upload_id);

-- Where stories were at the old site, as api/pages/moved-addresses.ts writes a path.
create table moved_addresses (
  path text primary key,
  story_id uuid not null,
  constraint moved_addresses_story foreign key (story_id) references stories (id) on delete cascade
);
create index moved_addresses_of_story on moved_addresses (story_id);
create trigger moved_addresses_appear after insert on moved_addresses
  for each row execute function note_site_change();

-- Tags of the old site.
alter table stories add column interests text[] not null default '{}';
