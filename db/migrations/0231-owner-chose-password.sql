alter table staff
  -- Of the owner: chosen on the account page, so the next start makes none and reads none from its file.
  add column chose_password boolean not null default false;
