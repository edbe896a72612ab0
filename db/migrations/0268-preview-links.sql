-- The address at which drafts of the publisher are shown to whoever has it: one at a time. Its token opens nothing that the
-- database does not hold itself.
create table preview_links (
  token uuid primary key default gen_random_uuid(),
  made_at timestamptz not null default now(),
  made_by text not null
);
create unique index preview_links_are_one on preview_links ((true));
