-- Came with the demo content: a test payment may open it anywhere, unlike what the publisher uploaded.
alter table book_files add column is_demo boolean not null default false;
