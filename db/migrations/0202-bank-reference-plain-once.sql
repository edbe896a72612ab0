-- concurrently
create unique index concurrently if not exists bank_transfers_plain_reference_once
  on bank_transfers (plain_reference) where rejected_at is null;
