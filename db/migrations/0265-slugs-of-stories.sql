-- in batches
-- The trigger writes it; to those that were public first the words without a number.
update stories set published_at = published_at
where id in (
  select id from stories where published_at is not null and slug is null order by published_at, id limit 200
);
