-- Letters save themselves while they are written, and a digest is written once for its days.
alter table letters
  -- Made by the browser for one save, so that a repeat of it saves nothing twice.
  add column save_id uuid,
  add column saved_at timestamptz,
  add column saved_by uuid,
  add column saved_by_name text,
  -- Of a digest: which one, and the first of its days in Lagos.
  add column digest text,
  add column digest_from date,
  add constraint letters_saved_by_staff foreign key (saved_by) references staff (id) on delete set null,
  add constraint letters_digest_known check (digest in ('weekly', 'monthly')),
  add constraint letters_digest_whole_or_not check (
    (kind = 'digest') = (digest is not null) and (digest is null) = (digest_from is null)
  ),
  add constraint letters_digest_once unique (digest, digest_from);
