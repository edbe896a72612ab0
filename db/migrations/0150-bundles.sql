-- A book with parts is a bundle: several books at one price, bought as one order.
create table book_parts (
  bundle_id uuid not null,
  part_id uuid not null,
  -- Counted from 1.
  position integer not null,
  constraint book_parts_once primary key (bundle_id, part_id),
  constraint book_parts_of_others check (bundle_id <> part_id),
  constraint book_parts_in_turn unique (bundle_id, position),
  constraint book_parts_of_a_bundle foreign key (bundle_id) references books (id) on delete cascade,
  -- A deleted part stays until the bundle is changed, so that its page can say so.
  constraint book_parts_are_books foreign key (part_id) references books (id)
);
create index book_parts_by_part on book_parts (part_id);

alter table books add column parts_count integer not null default 0;

-- A bundle is no part. Both rows are locked, so that two bundles cannot become each other's part at once.
create function check_book_part() returns trigger language plpgsql as $$
begin
  perform from books where id in (new.bundle_id, new.part_id) order by id for no key update;
  if exists (select from book_parts where bundle_id = new.part_id or part_id = new.bundle_id) then
    raise exception 'a bundle may not be part of another'
      using errcode = 'check_violation', constraint = 'book_parts_not_nested';
  end if;
  return new;
end $$;
create trigger check_book_part before insert on book_parts
  for each row execute function check_book_part();

-- Pages of the bundle, of its parts, and lists show the parts.
create function note_parts_change() returns trigger language plpgsql as $$
begin
  update books set parts_count = (select count(*) from book_parts where bundle_id = books.id)
  where id in (select bundle_id from changed);
  if exists (select from books where is_published and id in (select bundle_id from changed)) then
    update site_version
      set version = version + 1, last_transaction = pg_current_xact_id()
      where last_transaction is distinct from pg_current_xact_id();
    if found then
      notify site_stale;
    end if;
    update site_version set shelf_version = version where shelf_version <> version;
  end if;
  return null;
end $$;
create trigger book_parts_added after insert on book_parts
  referencing new table as changed for each statement execute function note_parts_change();
create trigger book_parts_removed after delete on book_parts
  referencing old table as changed for each statement execute function note_parts_change();

-- What an order of a bundle contains, as it was when the order was placed. Orders of plain books have none.
create table order_parts (
  order_id uuid not null,
  book_id uuid not null,
  position integer not null,
  -- As it was called at the time.
  title text not null,
  author_name text not null,
  constraint order_parts_once primary key (order_id, book_id),
  constraint parts_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  constraint order_parts_are_books foreign key (book_id) references books (id)
);
create index order_parts_by_book on order_parts (book_id);

-- Downloads of each part by one link; those of a plain book are counted in the link's row.
create table part_downloads (
  order_id uuid not null,
  generation integer not null,
  book_id uuid not null,
  downloads integer not null,
  last_download_at timestamptz not null,
  constraint part_downloads_once primary key (order_id, generation, book_id),
  constraint part_downloads_limited check (downloads between 1 and 10),
  constraint part_downloads_by_a_link foreign key (order_id, generation)
    references download_links (order_id, generation) on delete cascade
);
