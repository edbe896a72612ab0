create extension if not exists pg_trgm;

create table books (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  author_id uuid not null,
  author_name text not null,
  price numeric(10, 2) not null,
  cover_image_url text,
  category text not null,
  -- The sample that shoppers may read.
  content text,
  rating numeric(3, 2) not null default 0,
  ratings_count integer not null default 0,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the books page searches: composed, so that ọ̀ is found however it was typed. A line break keeps a match from spanning two fields.
  search_text text not null generated always as (
    lower(normalize(title || E'\n' || description || E'\n' || author_name))
  ) stored,
  constraint books_title_not_empty check (title <> ''),
  constraint books_price_not_negative check (price >= 0),
  constraint books_rating_in_range check (rating between 0 and 5),
  constraint books_ratings_not_negative check (ratings_count >= 0)
);

create index books_newest on books (created_at desc, id desc) where is_published;
create index books_newest_in_category on books (category, created_at desc, id desc)
  where is_published;
create index books_searched on books using gin (search_text gin_trgm_ops);

create function stamp_book() returns trigger language plpgsql as $$
begin
  -- search_text is left out because it is generated only after this trigger.
  if (to_jsonb(new) - '{rating,ratings_count,updated_at,search_text}'::text[])
    is distinct from (to_jsonb(old) - '{rating,ratings_count,updated_at,search_text}'::text[]) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create trigger stamp_book before update on books
  for each row execute function stamp_book();
