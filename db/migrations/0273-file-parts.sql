-- Files of staff that arrive in parts, until they are whole; any replica goes on where another has ended. A crash may empty
-- it: their senders begin again then.
create unlogged table file_parts (
  staff_id uuid not null,
  -- The sender's name of the file.
  id text not null,
  -- How many bytes came before.
  at integer not null,
  bytes bytea not null,
  arrived_at timestamptz not null default now(),
  constraint file_parts_once primary key (staff_id, id, at),
  constraint file_parts_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
