-- What was read from the PDF of a book that is to be read here: chapters that are corrected, and read by nobody until somebody
-- has approved them. Each approval makes an edition.
create table pdf_texts (
  pdf_id uuid primary key,
  -- Why it cannot be read here.
  fault text,
  -- Grows with each change of a chapter.
  revision integer not null default 1,
  -- Which of them was approved last; null: none was.
  approved_revision integer,
  constraint pdf_texts_fault_has_no_approval check (fault is null or approved_revision is null),
  constraint pdf_texts_of_a_file foreign key (pdf_id) references book_files (id) on delete cascade
);

create table pdf_chapters (
  pdf_id uuid not null,
  -- Its place among them. One that was joined with the chapter before leaves a gap.
  number integer not null,
  title text not null,
  -- Markdown, as in stories.
  text text not null,
  -- It stays out of what is approved.
  is_left_out boolean not null default false,
  revision integer not null default 1,
  constraint pdf_chapters_in_turn primary key (pdf_id, number),
  constraint pdf_chapters_of_a_text foreign key (pdf_id) references pdf_texts (pdf_id) on delete cascade
);

alter table editions
  -- The PDF in place of an EPUB; null once it is gone, or its text was approved again.
  add column pdf_id uuid,
  -- Of the text of a PDF alone.
  add column approved_at timestamptz;
-- allowed unique: the table is new, and holds editions of EPUBs alone.
alter table editions add constraint editions_of_a_pdf unique (pdf_id);
-- allowed constraint-not-valid: the table is new, and the columns are empty.
alter table editions
  add constraint editions_from_a_pdf foreign key (pdf_id) references book_files (id) on delete set null,
  add constraint editions_of_one_file check (num_nonnulls(epub_id, pdf_id) <= 1),
  add constraint editions_of_pdfs_are_approved check (pdf_id is null or approved_at is not null);
