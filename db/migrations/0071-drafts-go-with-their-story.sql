-- A story that is deleted, by whom and how ever, takes its draft and revisions along. A draft without a story is one that was
-- never sent.
create function delete_draft_of_story() returns trigger language plpgsql as $$
begin
  delete from story_drafts where story_id = old.id;
  return null;
end $$;

create trigger delete_draft_of_story after delete on stories
  for each row execute function delete_draft_of_story();

-- Drafts whose contributor withdrew the story, or deleted the account, before now.
delete from story_drafts
where not exists (select from stories where id = story_id) and exists (
  select from story_revisions r where r.story_id = story_drafts.story_id and r.kind = 'original');
