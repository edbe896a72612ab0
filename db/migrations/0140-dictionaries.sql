-- Landing pages that browsers may still hold as dictionaries (RFC 9842): any replica, of this release or the next, can send
-- a page as its difference to one of them.
create table dictionaries (
  -- SHA-256 of the page, in base64 as browsers send it
  hash text,
  -- the page in Brotli
  body bytea not null,
  -- the last day on which it was sent as a dictionary
  sent_at timestamptz not null default now(),
  constraint dictionaries_by_hash primary key (hash)
);
create index dictionaries_by_time on dictionaries (sent_at);
