alter table books
  -- Grows with each change of what the book form holds: a form filled from an older one is told so.
  add column revision integer not null default 1,
  -- Gone from every list; what was sold stays with its buyers.
  add column deleted_at timestamptz,
  -- The file that is sold: its name below the data folder's books, and what it measures.
  add column pdf_id uuid,
  add column pdf_bytes integer,
  add column pdf_pages integer,
  add column pdf_uploaded_at timestamptz,
  add constraint books_deleted_are_not_published check (deleted_at is null or not is_published),
  add constraint books_pdf_whole_or_none check (num_nulls(pdf_id, pdf_bytes, pdf_pages, pdf_uploaded_at) in (0, 4));

-- The desk lists drafts too.
create index books_of_the_desk on books (created_at desc, id desc) where deleted_at is null;

create or replace function stamp_book() returns trigger language plpgsql as $$
declare
  -- search_text is left out because it is generated only after this trigger.
  beside text[] := '{rating,ratings_count,updated_at,revision,search_text}';
begin
  if (to_jsonb(new) - beside) is distinct from (to_jsonb(old) - beside) then
    new.updated_at := now();
  end if;
  if (new.title, new.description, new.author_name, new.price, new.cover_image_url, new.category, new.content)
    is distinct from
      (old.title, old.description, old.author_name, old.price, old.cover_image_url, old.category, old.content) then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

-- Every file that was kept for a book; what no book names any more goes with the sweep.
create table book_files (
  id uuid primary key,
  kept_at timestamptz not null default now()
);
create index book_files_by_age on book_files (kept_at);
