-- A typed address stands for nobody: a rating, and the review beside it, belongs to the order that it was given with. No
-- order: hidden, and in no book's mean. The address is the key of the release before alone, for which a made-up one does.
alter table book_ratings
  add column order_id uuid,
  add column is_hidden boolean not null default false;
alter table book_ratings alter column buyer_email set default gen_random_uuid()::text;
alter table book_ratings add constraint book_ratings_of_an_order
  foreign key (order_id) references orders (id) on delete cascade not valid;

-- The release before names no order: the earliest paid one of the book and the address, unless it has a rating already.
create function find_order_of_rating(book uuid, email text) returns uuid language sql stable as $$
  select o.id from orders o
  where o.book_id = book and o.buyer_email = email and o.state = 'paid'
    and not exists (select from presents where order_id = o.id)
    and not exists (select from book_ratings where order_id = o.id)
  order by o.paid_at, o.id limit 1
$$;

create function give_rating_its_order() returns trigger language plpgsql as $$
begin
  new.order_id := find_order_of_rating(new.book_id, new.buyer_email);
  new.is_hidden := new.order_id is null;
  return new;
end $$;
create trigger give_rating_its_order before insert on book_ratings
  for each row when (new.order_id is null) execute function give_rating_its_order();

-- As in 0014, without those that are hidden.
create or replace function count_book_rating() returns trigger language plpgsql as $$
declare
  was boolean := not coalesce(old.is_hidden, true);
  is_now boolean := not coalesce(new.is_hidden, true);
  points integer := (case when is_now then new.rating else 0 end) - (case when was then old.rating else 0 end);
  buyers integer := is_now::integer - was::integer;
begin
  update books set
    ratings_total = ratings_total + points,
    ratings_count = ratings_count + buyers,
    rating = coalesce(round((ratings_total + points)::numeric / nullif(ratings_count + buyers, 0), 2), 0)
  where id = coalesce(new.book_id, old.book_id) and (points, buyers) <> (0, 0);
  return null;
end $$;

-- As in 0180, by the order: a rating goes with it, unless its reader has another one, which takes it over.
create or replace function take_rating_back() returns trigger language plpgsql as $$
declare
  other uuid;
begin
  perform from book_ratings where order_id = old.id for update;
  if not found then
    return null;
  end if;
  -- Locked: of two that are refunded at once, the second one waits and finds the rating at its own order.
  select o.id into other from orders o
  where o.book_id = old.book_id and o.reader_id = old.reader_id and o.state = 'paid'
    and not exists (select from presents where order_id = o.id)
    and not exists (select from book_ratings where order_id = o.id)
  order by o.paid_at, o.id limit 1 for share;
  if other is null then
    delete from book_ratings where order_id = old.id;
  else
    update book_ratings set order_id = other where order_id = old.id;
  end if;
  return null;
end $$;
