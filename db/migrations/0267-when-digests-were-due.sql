-- A digest begins where the last one ended, which the publisher may have set to another day by then.
alter table letters add column digest_to timestamptz;
-- allowed rows: there is one row a week, and nobody waits for those of the past.
update letters set digest_to = case digest
    when 'weekly' then digest_from + interval '7 days 8 hours'
    else digest_from + interval '1 month 8 hours'
  end at time zone 'Africa/Lagos'
where digest is not null;
