-- What authors ask the publisher for: never a public book.
create table publishing_requests (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  author text not null,
  description text not null,
  category text not null,
  -- Naira, as the author suggests.
  price numeric(10, 2) not null,
  cover_image_url text,
  author_email text not null,
  author_phone text not null,
  publishing_reason text not null,
  status text not null default 'received',
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint requests_price_not_negative check (price >= 0),
  constraint requests_status_known check (status in ('received', 'in_review', 'accepted', 'declined'))
);
create index publishing_requests_newest on publishing_requests (created_at desc);
