-- SHA-256 of what was sent with the key: the same key with other contents is rejected. Null for older rows.
alter table answered_writes add column contents text;
