-- in batches
-- As in 0265; a book that was published before migration 0087 has no date.
update books set is_published = is_published
where id in (
  select id from books where (is_published or published_at is not null) and slug is null
  order by created_at, id limit 200
);
