-- A mail server delivers name+tag to name: both count as one recipient.
create function mailbox_of(address text) returns text language sql immutable parallel safe
  return lower(regexp_replace(address, '\+[^@]*@', '@'));

create index mails_by_mailbox on mails (mailbox_of(recipient), kind, created_at);
