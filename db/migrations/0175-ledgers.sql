-- Whom shares of what books are sold for belong to.
create table author_accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Where statements are mailed, in lower case. Whoever of the staff is invited under it sees them, too.
  email text not null,
  -- Each renewed link to the statements is another generation.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint author_accounts_email_once unique (email),
  constraint author_accounts_token_once unique (token_hash),
  constraint author_accounts_email_lower_case check (email = lower(email))
);

create function stamp_author_account() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_author_account before update on author_accounts
  for each row execute function stamp_author_account();

-- What an account gets of a book; the last row holds, and earlier ones hold for the sales of their time.
create table book_shares (
  id bigint generated always as identity primary key,
  book_id uuid not null,
  -- Null with the share: nobody gets any from now on.
  account_id uuid,
  basis_points integer,
  since timestamptz not null default now(),
  constraint book_shares_of_a_book foreign key (book_id) references books (id) on delete cascade,
  constraint book_shares_of_an_account foreign key (account_id) references author_accounts (id),
  constraint book_shares_whole check (num_nulls(account_id, basis_points) in (0, 2)),
  constraint book_shares_in_range check (basis_points between 1 and 10000)
);
create index book_shares_by_book on book_shares (book_id, id desc);
create index book_shares_by_account on book_shares (account_id) where account_id is not null;

-- Money that an account was sent, written down by staff.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  kobo bigint not null,
  -- Of Lagos.
  paid_on date not null,
  reference text not null,
  created_at timestamptz not null default now(),
  constraint payouts_to_an_account foreign key (account_id) references author_accounts (id),
  constraint payouts_positive check (kobo > 0)
);
create index payouts_by_account on payouts (account_id, created_at);

-- The ledger: double entry, rows are only ever added.
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id uuid,
  payout_id uuid,
  at timestamptz not null default now(),
  constraint ledger_entries_kind_known check (
    kind in ('sale', 'refund', 'payout', 'payout_taken_back')
  ),
  constraint ledger_entries_of_their_kind check (
    case when kind in ('sale', 'refund') then order_id is not null and payout_id is null
      else order_id is null and payout_id is not null end
  ),
  constraint ledger_entries_once_an_order unique (order_id, kind),
  constraint ledger_entries_once_a_payout unique (payout_id, kind),
  constraint ledger_entries_of_an_order foreign key (order_id) references orders (id),
  constraint ledger_entries_of_a_payout foreign key (payout_id) references payouts (id)
);

create table ledger_lines (
  entry_id bigint not null,
  position integer not null,
  -- received: what buyers paid. publisher, vat and author: whose it is. paid_out: what authors were sent.
  account text not null,
  author_account_id uuid,
  -- Above zero: owed to the account. What came in stands below zero, and what went out above.
  kobo bigint not null,
  -- Of an author's share in a sale or refund: the book and how the share came about.
  book_id uuid,
  basis_points integer,
  discount_kobo bigint,
  paid_kobo bigint,
  vat_kobo bigint,
  constraint ledger_lines_in_turn primary key (entry_id, position),
  constraint ledger_lines_account_known check (
    account in ('received', 'publisher', 'vat', 'author', 'paid_out')
  ),
  constraint ledger_lines_of_an_author check ((account = 'author') = (author_account_id is not null)),
  constraint ledger_lines_share_whole check (
    num_nulls(book_id, basis_points, discount_kobo, paid_kobo, vat_kobo) in (0, 5)
    and (book_id is null or account = 'author')
  ),
  constraint ledger_lines_of_an_entry foreign key (entry_id) references ledger_entries (id),
  constraint ledger_lines_of_an_account foreign key (author_account_id) references author_accounts (id),
  constraint ledger_lines_of_a_book foreign key (book_id) references books (id)
);
create index ledger_lines_by_account on ledger_lines (author_account_id, entry_id)
  where author_account_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger only grows: % is not changed, an entry against it is added', tg_table_name
    using errcode = 'check_violation', constraint = 'ledger_only_grows';
end $$;
create trigger refuse_change before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger refuse_change before update or delete on ledger_lines
  for each row execute function refuse_ledger_change();
create trigger refuse_change before update or delete on payouts
  for each row execute function refuse_ledger_change();

-- Looked at when the transaction ends.
create function check_ledger_entry() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  if tg_table_name = 'ledger_entries' then
    entry := new.id;
  else
    entry := new.entry_id;
  end if;
  if (select sum(kobo) from ledger_lines where entry_id = entry) is distinct from 0 then
    raise exception 'the lines of the ledger entry % do not add up to zero', entry
      using errcode = 'check_violation', constraint = 'ledger_entries_balanced';
  end if;
  return null;
end $$;
create constraint trigger check_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_entry();
create constraint trigger check_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function check_ledger_entry();

-- Statements that were mailed, or had nothing to tell: each month of Lagos once for an account.
create table statement_mails (
  account_id uuid not null,
  -- Its first day.
  month date not null,
  queued_at timestamptz not null default now(),
  constraint statement_mails_once primary key (account_id, month),
  constraint statement_mails_of_an_account foreign key (account_id) references author_accounts (id)
);

-- The price of each part when the bundle was ordered, by which its money is divided; null: by the price of today.
alter table order_parts add column unit_kobo bigint;
