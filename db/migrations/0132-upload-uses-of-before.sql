-- in batches
with noted as (
  insert into upload_uses (upload_id, used_in, used_by)
  select id, place, key
  from (select place, key from upload_uses_to_read order by place, key limit 500) as batch,
    uploads_in(text_with_uploads(place, key)) as id
  on conflict do nothing
)
delete from upload_uses_to_read where (place, key) in (
  select place, key from upload_uses_to_read order by place, key limit 500
);
