-- What shows or names an uploaded picture, as rows: whether one is still used would else be asked of every text of every
-- revision.

create table upload_uses (
  upload_id uuid not null,
  -- story, revision, letter, reader, author, book or request
  used_in text not null,
  -- Its key; of a revision the story's id and the number.
  used_by text not null,
  constraint upload_uses_once primary key (upload_id, used_in, used_by)
);
create index upload_uses_by_place on upload_uses (used_in, used_by);

/* The addresses and the text in which a place can name pictures; null for what is not there. */
create function text_with_uploads(place text, key text) returns text language sql stable as $$
  select case place
    when 'story' then (
      select concat_ws(' ', image_url, author_image_url, case when content_format = 'markdown' then content end)
      from stories where id = key::uuid)
    when 'revision' then (
      select concat_ws(' ', fields ->> 'imageUrl', fields ->> 'content') from story_revisions
      where story_id = split_part(key, ' ', 1)::uuid and number = split_part(key, ' ', 2)::integer)
    when 'letter' then (select content from letters where id = key::uuid)
    when 'reader' then (select profile_image_url from readers where id = key::uuid)
    when 'author' then (select picture_url from authors where author_id = key::uuid)
    when 'book' then (select cover_image_url from books where id = key::uuid)
    when 'request' then (select cover_image_url from publishing_requests where id = key::uuid)
  end
$$;

create function uploads_in(text text) returns setof uuid language sql immutable as $$
  select distinct found[1]::uuid
  from regexp_matches(text, '/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/', 'g') as found
  where strpos(text, '/uploads/') > 0
$$;

create function note_upload_uses() returns trigger language plpgsql as $$
declare
  place constant text := tg_argv[0];
  -- Only a key is named in both, or the row itself: columns differ from table to table.
  key text;
begin
  if place = 'revision' then
    key := case when tg_op = 'DELETE' then old.story_id else new.story_id end || ' '
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

create trigger upload_uses_of_new after insert on stories for each row
  when (concat_ws(' ', new.image_url, new.author_image_url, new.content) like '%/uploads/%')
  execute function note_upload_uses('story');
create trigger upload_uses_of_changed
  after update of image_url, author_image_url, content, content_format on stories for each row
  when ((old.image_url, old.author_image_url, old.content, old.content_format)
    is distinct from (new.image_url, new.author_image_url, new.content, new.content_format))
  execute function note_upload_uses('story');
create trigger upload_uses_of_gone after delete on stories for each row
  execute function note_upload_uses('story');

create trigger upload_uses_of_new after insert on story_revisions for each row
  when (concat_ws(' ', new.fields ->> 'imageUrl', new.fields ->> 'content') like '%/uploads/%')
  execute function note_upload_uses('revision');
create trigger upload_uses_of_changed after update of fields on story_revisions for each row
  when (old.fields is distinct from new.fields)
  execute function note_upload_uses('revision');
create trigger upload_uses_of_gone after delete on story_revisions for each row
  execute function note_upload_uses('revision');

create trigger upload_uses_of_new after insert on letters for each row
  when (new.content like '%/uploads/%')
  execute function note_upload_uses('letter');
create trigger upload_uses_of_changed after update of content on letters for each row
  when (old.content is distinct from new.content)
  execute function note_upload_uses('letter');
create trigger upload_uses_of_gone after delete on letters for each row
  execute function note_upload_uses('letter');

create trigger upload_uses_of_new after insert on readers for each row
  when (new.profile_image_url like '%/uploads/%')
  execute function note_upload_uses('reader');
create trigger upload_uses_of_changed after update of profile_image_url on readers for each row
  when (old.profile_image_url is distinct from new.profile_image_url)
  execute function note_upload_uses('reader');
create trigger upload_uses_of_gone after delete on readers for each row
  execute function note_upload_uses('reader');

create trigger upload_uses_of_new after insert on authors for each row
  when (new.picture_url like '%/uploads/%')
  execute function note_upload_uses('author');
create trigger upload_uses_of_changed after update of picture_url on authors for each row
  when (old.picture_url is distinct from new.picture_url)
  execute function note_upload_uses('author');
create trigger upload_uses_of_gone after delete on authors for each row
  execute function note_upload_uses('author');

create trigger upload_uses_of_new after insert on books for each row
  when (new.cover_image_url like '%/uploads/%')
  execute function note_upload_uses('book');
create trigger upload_uses_of_changed after update of cover_image_url on books for each row
  when (old.cover_image_url is distinct from new.cover_image_url)
  execute function note_upload_uses('book');
create trigger upload_uses_of_gone after delete on books for each row
  execute function note_upload_uses('book');

create trigger upload_uses_of_new after insert on publishing_requests for each row
  when (new.cover_image_url like '%/uploads/%')
  execute function note_upload_uses('request');
create trigger upload_uses_of_changed after update of cover_image_url on publishing_requests for each row
  when (old.cover_image_url is distinct from new.cover_image_url)
  execute function note_upload_uses('request');
create trigger upload_uses_of_gone after delete on publishing_requests for each row
  execute function note_upload_uses('request');
