-- Free publications that staff have added, and of those in content/publications/ what they have changed: place, words and
-- whether readers see them.
create table publications (
  id uuid primary key default gen_random_uuid(),
  -- The last part of its address. The folder of the same name wins in PDF, text and cover.
  slug text not null,
  -- Null where a folder says them.
  title text,
  description text,
  author_name text,
  category text,
  -- Its text as Markdown; empty where it has none.
  content text not null default '',
  -- Null: drawn.
  cover_image_url text,
  pdf_id uuid,
  pdf_bytes integer,
  pdf_pages integer,
  -- Its place among all; null where the folder's `order` holds. Whoever is moved goes half-way between two others.
  position numeric,
  -- Null for a draft.
  published_at timestamptz,
  -- It is in no list, but its PDF answers.
  retired_at timestamptz,
  deleted_at timestamptz,
  deleted_by text,
  revision integer not null default 1,
  constraint publications_slug_is_one unique (slug),
  constraint publications_slug_is_an_address check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint publications_pdf_whole_or_none check (num_nulls(pdf_id, pdf_bytes, pdf_pages) in (0, 3)),
  constraint publications_upload_has_words
    check (pdf_id is null or num_nulls(title, description, author_name, category) = 0)
);

-- As book_files, which the release before cleans up by the PDFs of the books alone.
create table publication_files (
  id uuid primary key,
  kept_at timestamptz not null default now()
);

create trigger publications_appear after insert on publications
  for each row when (new.published_at is not null) execute function note_site_change();
create trigger publications_change after update on publications
  for each row when (
    (old.published_at is not null or new.published_at is not null) and old.* is distinct from new.*
  ) execute function note_site_change();
create trigger publications_vanish after delete on publications
  for each row when (old.published_at is not null) execute function note_site_change();

-- As in 0133, and of publications.
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
    when 'request' then (select cover_image_url from publishing_requests where id = key::uuid)
    when 'publication' then (
      select concat_ws(' ', cover_image_url, content) from publications where id = key::uuid)
  end
$$;

create trigger upload_uses_of_new after insert on publications for each row
  when (concat_ws(' ', new.cover_image_url, new.content) like '%/uploads/%')
  execute function note_upload_uses('publication');
create trigger upload_uses_of_changed after update of cover_image_url, content on publications for each row
  when ((old.cover_image_url, old.content) is distinct from (new.cover_image_url, new.content))
  execute function note_upload_uses('publication');
create trigger upload_uses_of_gone after delete on publications for each row
  execute function note_upload_uses('publication');
