-- The EPUB that buyers may download beside the PDF.
alter table books
  add column epub_id uuid,
  add column epub_bytes integer,
  add column epub_uploaded_at timestamptz,
  add constraint books_epub_whole_or_none
    check (num_nulls(epub_id, epub_bytes, epub_uploaded_at) in (0, 3)) not valid;

-- As book_files, which the release before cleans up by the PDFs of the books alone.
create table epub_files (
  id uuid primary key,
  kept_at timestamptz not null default now(),
  -- The opening of its text; empty where it has none.
  sample text not null
);
create index epub_files_by_age on epub_files (kept_at);

alter table book_files
  -- The opening of its text; empty where it has none, null until it was read.
  add column sample text;

-- A book's page names the size of its files, and whether there is a sample.
create or replace trigger books_change after update on books
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.description, old.author_id, old.author_name, old.price, old.cover_image_url,
      old.category, old.content, old.is_published, old.created_at, old.pdf_id, old.epub_id
    ) is distinct from (
      new.title, new.description, new.author_id, new.author_name, new.price, new.cover_image_url,
      new.category, new.content, new.is_published, new.created_at, new.pdf_id, new.epub_id
    )
  ) execute function note_site_change();

create trigger book_samples_change after update of sample on book_files
  for each row when (old.sample is distinct from new.sample) execute function note_site_change();
