-- When a download that counts was last begun: one that broke off is continued for a day.
alter table download_links add column last_download_at timestamptz;
update download_links set last_download_at = now() where downloads > 0;
