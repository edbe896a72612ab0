-- What the publisher has set at the admin, a row for each group; the files in content/ hold the originals.
create table settings (
  id uuid primary key default gen_random_uuid(),
  group_name text not null,
  -- Null while the original stands.
  value jsonb,
  published_by text,
  -- Null without a draft.
  draft jsonb,
  -- It grows with each saving and discarding, so that whoever saves onto another one is told so.
  draft_revision integer not null default 0,
  draft_saved_at timestamptz,
  draft_saved_by text,
  constraint settings_group_is_one unique (group_name),
  constraint settings_value_is_an_object check (jsonb_typeof(value) = 'object'),
  constraint settings_draft_is_an_object check (jsonb_typeof(draft) = 'object')
);

-- Each value that was published, Undo's too. What stood before is the revision before it.
create table setting_revisions (
  id bigint generated always as identity primary key,
  group_name text not null,
  value jsonb,
  published_at timestamptz not null default now(),
  published_by text
);
create index setting_revisions_of_group on setting_revisions (group_name, id desc);

-- The last of setting_revisions that pages show: all of them are rendered anew when it grows.
alter table site_version add column settings_version bigint not null default 0;

create function note_settings_change() returns trigger language plpgsql as $$
declare
  revision bigint;
begin
  insert into setting_revisions (group_name, value, published_by)
    values (new.group_name, new.value, new.published_by)
    returning id into revision;
  update site_version
    set settings_version = revision, version = version + 1, last_transaction = pg_current_xact_id();
  notify site_stale;
  return null;
end $$;

create trigger settings_appear after insert on settings
  for each row when (new.value is not null) execute function note_settings_change();
create trigger settings_change after update on settings
  for each row when (old.value is distinct from new.value) execute function note_settings_change();
