alter table uploads
  -- In which widths an AVIF is stored, since it is smaller; null until it was tried.
  add column avif_widths integer[];
