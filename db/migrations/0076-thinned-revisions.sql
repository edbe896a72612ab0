alter table story_revisions
  -- It was published, sent for review or shown to its contributor: it stays as long as the story.
  add column is_kept boolean not null default false;
alter table story_drafts
  -- When somebody last had its revisions in front of them: nothing that they may press goes meanwhile.
  add column listed_at timestamptz;

create function keep_named_revisions() returns trigger language plpgsql as $$
begin
  update story_revisions set is_kept = true
  where story_id = new.story_id and number in (new.stored, new.sent, new.consent_for) and not is_kept;
  return null;
end $$;

create trigger drafts_keep_their_revisions after insert or update of stored, sent, consent_for on story_drafts
  for each row execute function keep_named_revisions();

update story_revisions r set is_kept = true
from story_drafts d
where r.story_id = d.story_id and r.number in (d.stored, d.sent, d.consent_for);
