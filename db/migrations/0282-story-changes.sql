-- What readers are told of a change to a published story. A typing mistake leaves no row.
create table story_changes (
  number bigint generated always as identity primary key,
  story_id uuid not null,
  kind text not null,
  -- Of a correction: what was wrong.
  reason text,
  -- Both wordings, or a description where the old one would hurt somebody again.
  said text,
  says text,
  description text,
  -- It stands above the text, too.
  is_serious boolean not null default false,
  changed_at timestamptz not null default now(),
  constraint story_changes_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint story_changes_kind_known check (kind in ('update', 'correction')),
  constraint story_changes_corrections_say_what check (
    (kind = 'correction', reason is not null, said is not null, says is not null, description is not null, is_serious) in (
      (false, false, false, false, false, false),
      (true, true, true, true, false, false), (true, true, true, true, false, true),
      (true, true, false, false, true, false), (true, true, false, false, true, true)))
);
create index story_changes_of_story on story_changes (story_id, number);
create index story_changes_corrections on story_changes (number) where kind = 'correction';
create trigger story_changes_appear after insert on story_changes for each row execute function note_site_change();
create trigger story_changes_vanish after delete on story_changes for each row execute function note_site_change();
