-- Backups and restore drills that ended, well or badly: what `npm run doctor` and the dashboard tell of the last ones.
create table backup_runs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Its name where backups are kept, or the path of one that was made by hand; null when there was none.
  archive text,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  -- Null for a good one.
  error text,
  constraint backup_runs_kind_known check (kind in ('backup', 'drill'))
);
create index backup_runs_by_kind on backup_runs (kind, id desc);
