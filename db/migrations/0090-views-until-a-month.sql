-- Views and shares get a partition a month, in three migrations, so that nobody waits long while the version before is
-- still running. Here: the rows that are there, and those of the next weeks, lie before a day. Not checked yet.
do $$
declare
  edge date := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
begin
  execute format(
    'alter table story_views add constraint views_before_partitions check (viewed_on < %L) not valid', edge);
  execute format(
    'alter table story_shares add constraint shares_before_partitions check (shared_in_hour < %L) not valid',
    edge::timestamp at time zone 'UTC');
end $$;
