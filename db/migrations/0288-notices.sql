-- Notices of authorities: reports of their own reason, each with its paper. They are counted for readers.
create table notices (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null,
  authority text not null,
  -- Null once it is deleted; that there was a notice stays.
  paper bytea,
  paper_type text not null,
  created_at timestamptz not null default now(),
  constraint notices_of_a_report foreign key (report_id) references reports (id) on delete cascade,
  constraint notices_authority_short check (char_length(authority) between 2 and 200),
  constraint notices_paper_small check (octet_length(paper) <= 10485760),
  constraint notices_paper_type_known
    check (paper_type in ('application/pdf', 'image/jpeg', 'image/png'))
);
create index notices_of_report on notices (report_id, created_at);

-- allowed constraint-not-valid: a magazine has hundreds of reports at most.
alter table reports
  drop constraint reports_reason_known,
  add constraint reports_reason_known
    check (reason in ('wrong', 'private', 'harm', 'copied', 'notice'));

create trigger notices_appear after insert on notices for each row execute function note_site_change();
create trigger reports_of_notices_decided after update of state on reports
  for each row when (new.reason = 'notice') execute function note_site_change();
