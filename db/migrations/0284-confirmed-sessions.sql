-- When password or passkey of a session were asked last: the business asks for one again after five minutes.
alter table staff_sessions add column confirmed_at timestamptz;
-- allowed constraint-not-valid: an attempt lives for five minutes, so the table has a few rows at most.
alter table staff_attempts
  drop constraint staff_attempts_purpose_known,
  add constraint staff_attempts_purpose_known check (purpose in ('sign-in', 'enrol', 'confirm'));
