alter table letters
  -- Mails of it are files of the service, as no mail server was set: its counts say so.
  add column was_kept boolean not null default false;
