-- What is saved of newsletter issues stands in the table of what is saved of stories (decision 60). The release before goes on
-- with it as story_revisions, a view; it goes a release later, as does add_revision_of_issue().
-- allowed rename: a view has the old names, and the release before reads and writes through it
alter table story_revisions rename to document_revisions;
alter table document_revisions rename column story_id to document_id;
alter table document_revisions rename constraint story_revisions_once to document_revisions_once;
alter table document_revisions rename constraint story_revisions_saved_once to document_revisions_saved_once;
alter table document_revisions rename constraint story_revisions_of_staff to document_revisions_of_staff;
alter table document_revisions rename constraint story_revisions_kind_known to document_revisions_kind_known;
alter table document_revisions
  -- Of what it is a state; ids are made by browsers, and numbers are counted for an id whatever it is.
  add column document text not null default 'story',
  add constraint document_revisions_document_known check (document in ('story', 'issue')) not valid,
  -- Two tables have documents: triggers take the revisions along.
  drop constraint story_revisions_of_a_draft;

create view story_revisions as
select document_id as story_id, number, save_id, fields, kind, saved_at, saved_by, saved_by_name, is_kept
from document_revisions where document = 'story';

create function delete_revisions_of_document() returns trigger language plpgsql as $$
begin
  delete from document_revisions
  where document = tg_argv[0] and document_id = (to_jsonb(old) ->> tg_argv[1])::uuid;
  return null;
end $$;
create trigger drafts_take_their_revisions after delete on story_drafts
  for each row execute function delete_revisions_of_document('story', 'story_id');
create trigger letters_take_their_revisions after delete on letters
  for each row execute function delete_revisions_of_document('issue', 'id');

create or replace function keep_named_revisions() returns trigger language plpgsql as $$
begin
  update document_revisions set is_kept = true
  where document_id = new.story_id and document = 'story'
    and number in (new.stored, new.sent, new.consent_for) and not is_kept;
  return null;
end $$;

alter table letters
  -- As that of story_drafts.
  add column listed_at timestamptz;

/* The release before saves an issue without a revision, and counts for itself: a number that another has gets the next. */
create function add_revision_of_issue() returns trigger language plpgsql as $$
begin
  if not exists (
    select from document_revisions where document_id = new.id and save_id = new.save_id
  ) then
    insert into document_revisions (document, document_id, number, save_id, fields, kind, saved_at, saved_by, saved_by_name)
    select 'issue', new.id, greatest(new.revision, max(number) + 1), new.save_id,
      jsonb_build_object('subject', new.subject, 'preheader', new.preheader, 'content', new.content, 'categories', new.categories),
      'saved', new.saved_at, new.saved_by, new.saved_by_name
    from document_revisions where document_id = new.id
    returning number into new.revision;
  end if;
  return new;
end $$;
create trigger letters_add_their_revision before update of save_id on letters
  for each row when (new.save_id is distinct from old.save_id)
  execute function add_revision_of_issue();

create or replace function text_with_uploads(place text, key text) returns text language sql stable as $$
  select case place
    when 'story' then (
      select concat_ws(' ', image_url, author_image_url, case when content_format = 'markdown' then content end)
      from stories where id = key::uuid)
    when 'revision' then (
      select concat_ws(' ', fields ->> 'imageUrl', fields ->> 'content') from document_revisions
      where document_id = split_part(key, ' ', 1)::uuid and number = split_part(key, ' ', 2)::integer)
    when 'letter' then (select content from letters where id = key::uuid)
    when 'reader' then (select profile_image_url from readers where id = key::uuid)
    when 'author' then (select picture_url from authors where author_id = key::uuid)
    when 'book' then (select cover_image_url from books where id = key::uuid)
    when 'request' then (select cover_image_url from publishing_requests where id = key::uuid)
  end
$$;

create or replace function note_upload_uses() returns trigger language plpgsql as $$
declare
  place constant text := tg_argv[0];
  -- Only a key is named in both, or the row itself: columns differ from table to table.
  key text;
begin
  if place = 'revision' then
    key := case when tg_op = 'DELETE' then old.document_id else new.document_id end || ' '
      || case when tg_op = 'DELETE' then old.number else new.number end;
  elsif place = 'author' then
    key := case when tg_op = 'DELETE' then old.author_id else new.author_id end;
  else
    key := case when tg_op = 'DELETE' then old.id else new.id end;
  end if;
  if tg_op <> 'INSERT' then
    delete from upload_uses where used_in = place and used_by = key;
  end if;
  if tg_op <> 'DELETE' then
    insert into upload_uses (upload_id, used_in, used_by)
    select id, place, key from uploads_in(text_with_uploads(place, key)) as id
    on conflict do nothing;
  end if;
  return null;
end $$;
