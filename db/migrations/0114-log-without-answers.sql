-- The log says what was done: what a contributor answers stays with the draft. The release before goes on copying it while it
-- answers.
create function leave_out_answer() returns trigger language plpgsql as $$
begin
  new.note := null;
  return new;
end $$;

create trigger activity_without_answers before insert on activity
  for each row when (new.action in ('consentGiven', 'consentAnswered') and new.note is not null)
  execute function leave_out_answer();
