-- What a buyer wrote beside their rating. It goes with the rating, and so with the last order that their rating stands on.
create table book_reviews (
  id uuid primary key default gen_random_uuid(),
  book_id uuid not null,
  buyer_email text not null,
  -- Shown with it, as the buyer chose.
  name text not null,
  text text not null,
  state text not null default 'waiting',
  -- Of name and text: staff decide on those that they saw.
  revision integer not null default 1,
  written_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint book_reviews_once_per_buyer unique (book_id, buyer_email),
  constraint book_reviews_of_a_rating foreign key (book_id, buyer_email)
    references book_ratings (book_id, buyer_email) on delete cascade,
  constraint book_reviews_state_known check (state in ('waiting', 'shown', 'declined')),
  constraint book_reviews_decided check ((state = 'waiting') = (decided_at is null)),
  -- Contract/reviews.ts counts what people count; one of those can be several here: ọ̀, a family.
  constraint book_reviews_short check (char_length(text) between 1 and 2400),
  constraint book_reviews_name_short check (char_length(name) between 1 and 60)
);
create index book_reviews_shown on book_reviews (book_id, written_at desc, id desc) where state = 'shown';
create index book_reviews_waiting on book_reviews (written_at, id) where state = 'waiting';

-- Nobody reads what was changed after it was approved, whichever release wrote it.
create function stamp_review() returns trigger language plpgsql as $$
begin
  if (new.name, new.text) is distinct from (old.name, old.text) then
    new.revision := old.revision + 1;
    new.state := 'waiting';
    new.written_at := now();
    new.decided_at := null;
  end if;
  return new;
end $$;
create trigger stamp_review before update on book_reviews
  for each row execute function stamp_review();

create trigger review_shown after insert on book_reviews
  for each row when (new.state = 'shown') execute function note_site_change();
create trigger review_shown_or_hidden after update on book_reviews
  for each row when ((old.state = 'shown') <> (new.state = 'shown')) execute function note_site_change();
create trigger review_gone after delete on book_reviews
  for each row when (old.state = 'shown') execute function note_site_change();

-- As in 0014; a present is rated by whoever gets it, so an order of one keeps no rating of its buyer.
create or replace function take_rating_back() returns trigger language plpgsql as $$
begin
  -- First, so that two orders of one buyer that are refunded at once look at each other in turn.
  perform from book_ratings where book_id = old.book_id and buyer_email = old.buyer_email for update;
  delete from book_ratings
  where book_id = old.book_id and buyer_email = old.buyer_email
    and not exists (
      select from orders
      where book_id = old.book_id and buyer_email = old.buyer_email and state = 'paid'
        and not exists (select from presents where order_id = orders.id)
    );
  return null;
end $$;
