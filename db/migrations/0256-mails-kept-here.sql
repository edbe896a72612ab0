alter table mails
  -- It is a file of the service, as no mail server was set, and reached nobody.
  add column was_kept boolean not null default false;
