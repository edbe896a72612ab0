-- The digest tells of books that came since the last one. Those that were there before it are no news: they have none.
alter table books add column published_at timestamptz;
create index books_by_publication on books (published_at) where published_at is not null;

create function stamp_book_publication() returns trigger language plpgsql as $$
begin
  if new.is_published and new.published_at is null and (tg_op = 'INSERT' or not old.is_published) then
    new.published_at := now();
  end if;
  return new;
end $$;

create trigger books_stamp_publication before insert or update of is_published on books
  for each row execute function stamp_book_publication();
