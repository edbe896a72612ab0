-- The version at which the books last changed: what was found and counted among them stays true while only stories do.
alter table site_version add column shelf_version bigint not null default 0;

create or replace function note_site_change() returns trigger language plpgsql as $$
begin
  update site_version
    set version = version + 1, last_transaction = pg_current_xact_id()
    where last_transaction is distinct from pg_current_xact_id();
  if found then
    notify site_stale;
  end if;
  if tg_table_name = 'books' then
    update site_version set shelf_version = version where shelf_version <> version;
  end if;
  return null;
end $$;
