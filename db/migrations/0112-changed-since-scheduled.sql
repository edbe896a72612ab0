-- in batches
-- What its contributor sent in again after it was scheduled has been read by nobody: off the schedule, into the queue.
update stories set publish_at = null, unpublish_at = null where id in (
  select id from stories
  where publish_at is not null and approved_hash is null and terms_agreed_at > (
    select max(at) from activity where subject_id = stories.id::text and action = 'storyScheduled'
  ) limit 500
);
