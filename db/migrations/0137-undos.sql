-- What staff did and may take back for some seconds. What it changed is stored only as long.
create table undos (
  id uuid primary key default gen_random_uuid(),
  -- story, draft, book, issue or request
  kind text not null,
  -- No reference: it may be what the Undo deletes.
  subject_id uuid not null,
  staff_id uuid not null,
  until timestamptz not null,
  -- The rows before and after; null once it is undone or over, or the subject is gone.
  before jsonb,
  after jsonb,
  -- How many mails wait for it.
  mails integer not null default 0,
  undone_at timestamptz,
  constraint undos_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index undos_of_subject on undos (subject_id);
create index undos_by_end on undos (until);

alter table activity
  -- The line can be undone while this holds.
  add column undo_id uuid;

alter table mails
  -- It waits until this Undo ends, and is deleted by it.
  add column undo_id uuid;

-- As in 0071, except for a draft that a story no longer holds, since its publishing is undone. What an Undo stores of the story
-- goes as well.
create or replace function delete_draft_of_story() returns trigger language plpgsql as $$
begin
  delete from story_drafts where story_id = old.id and stored is not null;
  update undos set before = null, after = null where subject_id = old.id and before is not null;
  return null;
end $$;
