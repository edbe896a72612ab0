-- A story that a reader sent in: what the publisher thinks of it until it is published.
alter table stories
  add column status text not null default 'submitted',
  add column review_note text,
  -- When the contributor agreed to the terms.
  add column terms_agreed_at timestamptz,
  add constraint stories_status_known check (status in ('submitted', 'returned', 'declined'));
create index stories_by_author on stories (author_id, created_at desc);

-- Pictures that readers uploaded; the files lie beside the database, three widths of each.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: the files of somebody who leaves are swept first.
  reader_id uuid,
  -- Of the largest of the three files, in pixels.
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  constraint uploads_of_a_reader foreign key (reader_id) references readers (id) on delete set null
);
create index uploads_by_reader on uploads (reader_id, created_at desc);
create index uploads_by_age on uploads (created_at);
