-- How far a reader is in a book, as their latest device said it.
create table book_places (
  reader_id uuid not null,
  book_id uuid not null,
  edition_id uuid not null,
  -- The part, from 1; the block at the top of the screen, from 0, and how much of it is above.
  number integer not null,
  block integer not null,
  within double precision not null,
  -- Of the whole book.
  fraction double precision not null,
  -- By the clock of the device, never later than ours.
  placed_at timestamptz not null,
  constraint book_places_once primary key (reader_id, book_id),
  constraint book_places_within check (within between 0 and 1 and fraction between 0 and 1 and number > 0 and block >= 0),
  constraint book_places_of_a_reader foreign key (reader_id) references readers (id) on delete cascade,
  constraint book_places_in_a_book foreign key (book_id) references books (id) on delete cascade
);
