-- The places that were there before the triggers of 0130, which 0132 reads and takes off. It is empty from then on.

create table upload_uses_to_read (
  place text not null,
  key text not null,
  constraint upload_uses_to_read_once primary key (place, key)
);

insert into upload_uses_to_read (place, key)
select 'story', id::text from stories
union all select 'revision', story_id || ' ' || number from story_revisions
union all select 'letter', id::text from letters
union all select 'reader', id::text from readers where profile_image_url is not null
union all select 'author', author_id::text from authors where picture_url is not null
union all select 'book', id::text from books where cover_image_url is not null
union all select 'request', id::text from publishing_requests where cover_image_url is not null;
