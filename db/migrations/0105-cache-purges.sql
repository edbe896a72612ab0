-- What the cache in front of the service was last told of: one replica tells it of a change, whichever locks the row first.
create table cache_purges (
  only_row boolean primary key default true,
  site_id uuid,
  version bigint,
  -- Of the data that the built pages show, and the code and address they are made for.
  release_version bigint,
  release_code text,
  -- Keys that are purged once more: an older answer may have been on its way at the first time.
  again text[] not null default '{}',
  again_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  constraint cache_purges_has_one_row check (only_row)
);
insert into cache_purges default values;
