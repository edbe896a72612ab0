-- concurrently
create index concurrently if not exists stories_to_work_on on stories
  (status, (coalesce(terms_agreed_at, created_at)), id) where not is_published;
