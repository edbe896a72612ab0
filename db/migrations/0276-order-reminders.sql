-- Orders that were begun and not paid, and whose buyers were written to.
create table order_reminders (
  order_id uuid primary key,
  written_at timestamptz not null default now(),
  constraint order_reminders_of_an_order foreign key (order_id) references orders (id) on delete cascade
);
create index order_reminders_newest on order_reminders (written_at);
