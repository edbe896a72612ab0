create table book_ratings (
  book_id uuid not null,
  -- As it stands on the order, in lower case: who bought without an account is known by nothing else.
  buyer_email text not null,
  rating integer not null,
  updated_at timestamptz not null default now(),
  constraint book_ratings_once_per_buyer primary key (book_id, buyer_email),
  constraint book_ratings_in_range check (rating between 1 and 5),
  constraint book_ratings_of_a_book foreign key (book_id) references books (id) on delete cascade
);

-- The mean is kept as its parts, as of stories: a sum read from the ratings would miss one that is just being given.
alter table books
  add column ratings_total integer not null default 0,
  add constraint books_ratings_total_not_negative check (ratings_total >= 0);
update books set ratings_total = round(rating * ratings_count) where ratings_count > 0;

create function count_book_rating() returns trigger language plpgsql as $$
declare
  book uuid := coalesce(new.book_id, old.book_id);
  points integer := coalesce(new.rating, 0) - coalesce(old.rating, 0);
  buyers integer := (case when new is null then 0 else 1 end) - (case when old is null then 0 else 1 end);
begin
  update books set
    ratings_total = ratings_total + points,
    ratings_count = ratings_count + buyers,
    rating = coalesce(round((ratings_total + points)::numeric / nullif(ratings_count + buyers, 0), 2), 0)
  where id = book;
  return null;
end $$;

create trigger count_book_rating after insert or update or delete on book_ratings
  for each row execute function count_book_rating();

-- Whoever got the money back is no buyer any more, unless another order of theirs still stands.
create function take_rating_back() returns trigger language plpgsql as $$
begin
  -- First, so that two orders of one buyer that are refunded at once look at each other in turn.
  perform from book_ratings where book_id = old.book_id and buyer_email = old.buyer_email for update;
  delete from book_ratings
  where book_id = old.book_id and buyer_email = old.buyer_email
    and not exists (
      select from orders
      where book_id = old.book_id and buyer_email = old.buyer_email and state = 'paid'
    );
  return null;
end $$;

create trigger orders_take_their_rating_back after update of state on orders
  for each row when (old.state = 'paid' and new.state <> 'paid') execute function take_rating_back();

-- As in 0011, with the new total among the counters that do not make a book newer.
create or replace function stamp_book() returns trigger language plpgsql as $$
declare
  -- search_text is left out because it is generated only after this trigger.
  beside text[] := '{rating,ratings_count,ratings_total,updated_at,revision,search_text}';
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
