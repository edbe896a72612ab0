alter table editions
  -- When the clean-up first found that no book shows it; null: one does, or it has not looked since.
  add column left_at timestamptz;
