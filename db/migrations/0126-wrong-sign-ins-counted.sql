-- Wrong sign-ins are one line a day that says how often, where each was a line for two years.
alter table activity
  -- Of Lagos; null for a line that stands for one thing somebody did.
  add column day date,
  add column count integer not null default 1;
