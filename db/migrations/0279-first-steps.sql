-- The owner begins at a one-time address.
alter table staff_links drop constraint staff_links_purpose_known;
alter table staff_links add constraint staff_links_purpose_known
  check (purpose in ('join', 'password', 'second-step', 'reader', 'begin')) not valid;

-- What the owner has said of the first steps; of most the facts tell whether they are done.
create table first_steps (
  name text primary key,
  -- Null: it waits until later.
  done_at timestamptz
);
