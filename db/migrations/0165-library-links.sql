-- The link by which a reader's bought books open in a reading app.
create table library_links (
  reader_id uuid primary key,
  -- A new number is a new link.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  created_at timestamptz not null default now(),
  constraint library_links_token_once unique (token_hash),
  constraint library_links_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
