-- When the password of a session was typed last: the business asks for it again after five minutes.
alter table staff_sessions add column confirmed_at timestamptz;
