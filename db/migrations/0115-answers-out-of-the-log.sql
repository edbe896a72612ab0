-- in batches
update activity set note = null where id in (
  select id from activity where action in ('consentGiven', 'consentAnswered') and note is not null limit 500
);
