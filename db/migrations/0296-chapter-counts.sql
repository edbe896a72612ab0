-- How many began and finished each chapter of a text: sums alone, with nothing of who or when.
create table chapter_counts (
  edition_id uuid not null,
  -- From 1, as the contents list them.
  chapter integer not null,
  started integer not null default 0,
  finished integer not null default 0,
  constraint chapter_counts_once primary key (edition_id, chapter),
  constraint chapter_counts_not_negative check (chapter > 0 and started >= 0 and finished >= 0),
  constraint chapter_counts_of_an_edition foreign key (edition_id) references editions (id) on delete cascade
);
