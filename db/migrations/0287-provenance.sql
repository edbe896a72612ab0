-- Where words and picture come from, as the author states it; null and empty: nothing is stated.
-- allowed constraint-not-valid: the columns are new, and there are thousands of stories, not millions.
alter table stories
  add column ai_use text
    constraint stories_ai_use_known check (ai_use in ('none', 'wording', 'parts')),
  add column image_credit text not null default ''
    constraint stories_image_credit_short check (char_length(image_credit) <= 200),
  add column image_licence text
    constraint stories_image_licence_known
    check (image_licence in ('own', 'permission', 'cc-by', 'cc-by-sa', 'public-domain', 'ai')),
  add column image_source text,
  -- The people in its uploaded pictures, or their guardians.
  add column people_agree boolean not null default false;

-- It stands below the story.
create trigger stories_change_provenance after update on stories
  for each row when (
    new.is_published and (old.ai_use, old.image_credit, old.image_licence, old.image_source)
      is distinct from (new.ai_use, new.image_credit, new.image_licence, new.image_source)
  ) execute function note_site_change();
