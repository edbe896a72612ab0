-- The place in a series that the import left: another one was chosen here.
alter table imported_stories
  add column series_title text,
  add column series_part integer;
