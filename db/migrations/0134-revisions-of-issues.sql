alter table document_revisions validate constraint document_revisions_document_known;

-- What issues hold, as their first revision. Nobody waits for new rows, and a week adds one issue.
insert into document_revisions (document, document_id, number, save_id, fields, kind, saved_at, saved_by, saved_by_name)
select 'issue', id, revision, coalesce(save_id, gen_random_uuid()),
  jsonb_build_object('subject', subject, 'preheader', preheader, 'content', content, 'categories', categories),
  'saved', coalesce(saved_at, created_at), saved_by, coalesce(saved_by_name, created_by)
from letters where kind = 'letter' and revision > 0
on conflict do nothing;
