-- What the owner has set of payments, tax and the like: a row for each part, sealed with a key that the database does not
-- hold (api/operations/business/seal.ts). The environment's variables come first.
create table business_settings (
  part text primary key,
  -- Null: taken away again.
  sealed bytea,
  -- It grows with each change, so that of two at once the second is told so.
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by text not null
);

-- Pages say whether a book can be bought.
create trigger business_settings_change after insert or update on business_settings
  for each row execute function note_site_change();
