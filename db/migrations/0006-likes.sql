create table likes (
  story_id uuid not null,
  reader_id uuid not null,
  created_at timestamptz not null default now(),
  -- One like per reader: the key is the rule, the API does not check first.
  constraint likes_once_per_reader primary key (story_id, reader_id),
  constraint likes_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint likes_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index likes_by_reader on likes (reader_id, created_at desc);

create function count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set likes_count = likes_count + 1 where id = new.story_id;
  else
    update stories set likes_count = likes_count - 1 where id = old.story_id;
  end if;
  return null;
end $$;

create trigger count_like after insert or delete on likes
  for each row execute function count_like();

create table story_ratings (
  story_id uuid not null,
  reader_id uuid not null,
  rating integer not null,
  updated_at timestamptz not null default now(),
  constraint ratings_once_per_reader primary key (story_id, reader_id),
  constraint ratings_in_range check (rating between 1 and 5),
  constraint ratings_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint ratings_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index story_ratings_by_reader on story_ratings (reader_id);

-- The mean is kept as its parts: a sum read from the ratings would miss the one that another reader is just giving.
alter table stories
  add column ratings_total integer not null default 0,
  add column ratings_count integer not null default 0,
  add constraint stories_ratings_not_negative check (ratings_count >= 0 and ratings_total >= 0);

create function count_rating() returns trigger language plpgsql as $$
declare
  story uuid := coalesce(new.story_id, old.story_id);
  points integer := coalesce(new.rating, 0) - coalesce(old.rating, 0);
  readers integer := (case when new is null then 0 else 1 end) - (case when old is null then 0 else 1 end);
begin
  update stories set
    ratings_total = ratings_total + points,
    ratings_count = ratings_count + readers,
    rating = coalesce(round((ratings_total + points)::numeric / nullif(ratings_count + readers, 0), 2), 0)
  where id = story;
  return null;
end $$;

create trigger count_rating after insert or update or delete on story_ratings
  for each row execute function count_rating();

-- As in 0001, with the new counters among those that do not make a story newer.
create or replace function stamp_story() returns trigger language plpgsql as $$
declare
  counters text[] := '{likes_count,shares_count,views,rating,ratings_total,ratings_count,updated_at,excerpt}';
begin
  if new.is_published and new.published_at is null then
    new.published_at := now();
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - counters) is distinct from (to_jsonb(old) - counters) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create table saved_books (
  book_id uuid not null,
  reader_id uuid not null,
  created_at timestamptz not null default now(),
  constraint saved_once_per_reader primary key (book_id, reader_id),
  constraint saved_books_of_the_shelf foreign key (book_id) references books (id) on delete cascade,
  constraint saved_books_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index saved_books_by_reader on saved_books (reader_id, created_at desc);
