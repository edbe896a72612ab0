-- Whether the publisher heard of this kind in the last hour is asked for each mail that is due.
create index mails_sent on mails (kind, sent_at) where sent_at is not null;
