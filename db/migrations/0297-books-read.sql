-- The minutes that somebody reads a book here count as those of stories do; a book is no story.
alter table reading_events
  add column is_book boolean not null default false;
