-- Who viewed or shared is a keyed hash since this release. In rows of a release before, who it was is forgotten: here, and
-- by the cleanup what such a release still writes beside this one. The rows stay, because days are counted from them.
alter table story_shares add column keyed boolean not null default false;
alter table story_views add column keyed boolean not null default false;

-- How far the next files have come: to begin anew for each batch would read what is done over and over.
create table forgotten_until (
  name text primary key,
  story_id uuid not null default '00000000-0000-0000-0000-000000000000',
  visitor_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into forgotten_until (name) values ('views'), ('shares');
