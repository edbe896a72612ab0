-- in batches
-- What is public or scheduled already counts as approved.
update stories set approved_hash = 'this text' where id in (
  select id from stories where approved_hash is null and (is_published or publish_at is not null) limit 500
);
