-- The process that claimed a recipient, as its connection for notifications is called in pg_stat_activity; null where nobody
-- knows, as of a release before. Whoever sees that this connection is gone need not wait for the claim's lease.
alter table letter_recipients add column sender text;
