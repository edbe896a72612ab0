-- Since when an order is its reader's by their proven address, whichever they have now. Without a reader: their account
-- was deleted, and nobody else gets it.
alter table orders add column claimed_at timestamptz;

-- What is paid for an address that a reader has proven is theirs. The row is locked first: a proof at the same moment is
-- before or after, not in between. An order of a reader is looked at when it is new alone, since a proof finds it later.
create function claim_order() returns trigger language plpgsql as $$
declare
  owner readers;
begin
  select * into owner from readers
  where email = new.buyer_email and id = coalesce(new.reader_id, id)
  for share;
  if owner.email_proven_at is not null then
    new.reader_id := owner.id;
    new.claimed_at := now();
  end if;
  return new;
end $$;
create trigger claim_order_of_reader before insert on orders
  for each row when (new.reader_id is not null) execute function claim_order();
create trigger claim_paid_order before update of state on orders
  for each row when (
    new.reader_id is null and new.claimed_at is null
    and old.state not in ('paid', 'needs_review') and new.state in ('paid', 'needs_review'))
  execute function claim_order();

-- At the proof of an address; a reader has one rating of a book: that of the earliest order stays.
create function claim_orders() returns trigger language plpgsql as $$
begin
  update orders set reader_id = new.id, claimed_at = now()
  where buyer_email = new.email and claimed_at is null
    and (reader_id = new.id or reader_id is null and state in ('paid', 'needs_review', 'refunded'));
  delete from book_ratings r using orders o
  where o.id = r.order_id and o.reader_id = new.id and exists (
    select from book_ratings other join orders p on p.id = other.order_id
    where p.reader_id = new.id and p.book_id = o.book_id and (p.paid_at, p.id) < (o.paid_at, o.id));
  return null;
end $$;
create trigger claim_orders_when_new after insert on readers
  for each row when (new.email_proven_at is not null) execute function claim_orders();
create trigger claim_orders_at_proof after update of email, email_proven_at on readers
  for each row when (
    new.email_proven_at is not null and (old.email_proven_at is null or new.email <> old.email))
  execute function claim_orders();

create function leave_order() returns trigger language plpgsql as $$
begin
  new.claimed_at := coalesce(old.claimed_at, now());
  return new;
end $$;
create trigger leave_order before update of reader_id on orders
  for each row when (old.reader_id is not null and new.reader_id is null) execute function leave_order();
