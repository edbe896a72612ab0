-- The text of a book as it is read on the site, from one of its files.
create table editions (
  id uuid primary key default gen_random_uuid(),
  -- The file; null once that is gone.
  epub_id uuid,
  made_at timestamptz not null default now(),
  -- Null while its pictures are being stored, and for a text that cannot be shown.
  ready_at timestamptz,
  -- Why it cannot be shown, and the file in the EPUB; null: it can.
  fault text,
  fault_place text,
  words integer not null default 0,
  -- That of the book as BCP 47 has it; empty where it does not say.
  language text not null default '',
  -- How many of each kind of thing are not shown: `{"fonts": 2}`.
  dropped jsonb not null default '{}',
  constraint editions_of_a_file unique (epub_id),
  constraint editions_are_shown_or_not check (fault is null or ready_at is null),
  constraint editions_from_a_file foreign key (epub_id) references epub_files (id) on delete set null
);

-- A chapter, or a part of one that is long: what one page shows.
create table chapter_parts (
  edition_id uuid not null,
  -- From 1, in the order in which it is read; pages are addressed by it.
  number integer not null,
  chapter integer not null,
  title text not null,
  -- Which part of its chapter it is, and of how many.
  part integer not null,
  parts integer not null,
  words integer not null,
  -- What markdown/book-schema.ts allows.
  doc jsonb not null,
  -- A line for each block at the top of the document, in small letters without marks: what a search goes through.
  folded text not null,
  constraint chapter_parts_in_turn primary key (edition_id, number),
  constraint chapter_parts_of_an_edition foreign key (edition_id) references editions (id) on delete cascade,
  constraint chapter_parts_numbered check (number > 0 and chapter > 0 and part between 1 and parts)
);

create table book_pictures (
  id uuid primary key default gen_random_uuid(),
  edition_id uuid not null,
  -- From 0, as documents name it.
  number integer not null,
  -- Where it lies in the EPUB.
  place text not null,
  -- Null until it was stored, and where it cannot be decoded.
  url text,
  width integer,
  height integer,
  constraint book_pictures_once unique (edition_id, number),
  constraint book_pictures_whole_or_none check (num_nulls(url, width, height) in (0, 3)),
  constraint book_pictures_of_an_edition foreign key (edition_id) references editions (id) on delete cascade
);
create or replace function text_with_uploads(place text, key text) returns text language sql stable as $$
  select case place
    when 'story' then (
      select concat_ws(' ', image_url, author_image_url, case when content_format = 'markdown' then content end)
      from stories where id = key::uuid)
    when 'revision' then (
      select concat_ws(' ', fields ->> 'imageUrl', fields ->> 'content') from document_revisions
      where document_id = split_part(key, ' ', 1)::uuid and number = split_part(key, ' ', 2)::integer)
    when 'letter' then (select content from letters where id = key::uuid)
    when 'reader' then (select profile_image_url from readers where id = key::uuid)
    when 'author' then (select picture_url from authors where author_id = key::uuid)
    when 'book' then (select cover_image_url from books where id = key::uuid)
    when 'book picture' then (select url from book_pictures where id = key::uuid)
    when 'request' then (select cover_image_url from publishing_requests where id = key::uuid)
    when 'publication' then (
      select concat_ws(' ', cover_image_url, content) from publications where id = key::uuid)
  end
$$;
create trigger upload_uses_of_changed after update of url on book_pictures for each row
  when (old.url is distinct from new.url) execute function note_upload_uses('book picture');
create trigger upload_uses_of_gone after delete on book_pictures for each row
  execute function note_upload_uses('book picture');

alter table books
  -- What readers get; null while there is nothing to read here.
  add column edition_id uuid,
  -- The publisher's switch.
  add column is_readable boolean not null default false;
-- allowed constraint-not-valid: the column is new, and empty.
alter table books add constraint books_are_read_in_an_edition
  foreign key (edition_id) references editions (id) on delete set null;
-- Buyers read on when a book is withdrawn.
create trigger books_change_text after update on books
  for each row when ((old.edition_id, old.is_readable) is distinct from (new.edition_id, new.is_readable))
  execute function note_site_change();

alter table orders
  -- When it first opened more of the book than the sample has: from then on it counts as downloaded.
  add column read_at timestamptz;

-- Browsers in which an order opens its book without an account.
create table order_browsers (
  order_id uuid not null,
  -- SHA-256 of the key in the browser's cookie.
  key_hash text not null,
  used_at timestamptz not null default now(),
  constraint order_browsers_once primary key (order_id, key_hash),
  constraint order_browsers_of_an_order foreign key (order_id) references orders (id) on delete cascade
);
create index order_browsers_by_key on order_browsers (key_hash);
create index order_browsers_by_age on order_browsers (used_at);
