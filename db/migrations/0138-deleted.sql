-- What staff delete is kept for 30 days (contract/retention.ts). Readers see none of it; on the release before, lists of staff
-- show a deleted story as unpublished for as long as both run.
alter table stories
  add column deleted_at timestamptz,
  -- The name of who deleted it.
  add column deleted_by text,
  add constraint stories_deleted_are_not_public
    check (deleted_at is null or (not is_published and publish_at is null)) not valid;

alter table story_drafts
  -- With its story, or by itself.
  add column deleted_at timestamptz,
  add column deleted_by text;

alter table letters
  add column deleted_at timestamptz,
  add column deleted_by text,
  add constraint letters_deleted_are_drafts check (deleted_at is null or state = 'draft') not valid;

alter table books
  add column deleted_by text,
  -- Nobody can bring it back; the row and its file stay for those who bought it.
  add column erased_at timestamptz,
  add constraint books_erased_are_deleted check (erased_at is null or deleted_at is not null) not valid;
