-- What readers mark in books that are read here, and write beside it.
create table book_notes (
  reader_id uuid not null,
  -- Made by the device: the same one may be another reader's, too.
  id uuid not null,
  book_id uuid not null,
  edition_id uuid not null,
  -- The part, from 1; the block in which the quote begins, and the characters of it that stand before, from 0.
  number integer not null,
  block integer not null,
  start integer not null,
  quote text not null,
  -- What stands on both sides of it.
  before text not null,
  after text not null,
  -- The title: a text may be gone when its notes are taken along.
  chapter text not null,
  words text not null,
  -- By the clock of the device, never later than ours.
  changed_at timestamptz not null,
  -- By ours, each of a reader's later than the one before: a device asks for what is later than it knows.
  stored_at timestamptz not null,
  -- What it said is gone; other devices still learn of it.
  deleted_at timestamptz,
  constraint book_notes_once primary key (reader_id, id),
  constraint book_notes_in_order unique (reader_id, stored_at),
  constraint book_notes_place check (number > 0 and block >= 0 and start >= 0),
  constraint book_notes_emptied check (deleted_at is null or quote || before || after || words = ''),
  constraint book_notes_of_a_reader foreign key (reader_id) references readers (id) on delete cascade,
  constraint book_notes_in_a_book foreign key (book_id) references books (id) on delete cascade
);

-- Their page is `/book/…/read/notes`.
create or replace function is_reserved_slug(slug text) returns boolean immutable strict parallel safe language sql as $$
  select slug ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or slug = any (
    '{about,accessibility,account,activity,admin,api,appearance,author,authors,book,books,calendar,category,corrections,
    dashboard,deleted,discounts,domain,download,edit,edition,editions,end-session,figures,find,forgot,gift,guardian,help,
    invoice,invoices,join,letters,library,link,login,new,newsletter,notes,offline,opds,order,orders,people,preferences,preview,
    privacy,publications,publish,read,redeem,report,reports,request,requests,resources,reviews,revisions,sample,search,
    server,settings,sign-in,standards,statement,statements,stories,story,submit,terms,test-checkout,uploads}'::text[])
$$;
