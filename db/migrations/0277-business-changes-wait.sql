-- A change may wait: until `holds_from` what was set before holds, sealed for its own version.
alter table business_settings
  add column before bytea,
  add column before_version integer,
  add column holds_from timestamptz not null default now();
