-- in batches
update orders o set reader_id = next.reader_id, claimed_at = now()
from (
  select o.id, r.id as reader_id from orders o join readers r on r.email = o.buyer_email
  where r.email_proven_at is not null and o.claimed_at is null
    and (o.reader_id = r.id or o.reader_id is null and o.state in ('paid', 'needs_review', 'refunded'))
  limit 500
) next
where o.id = next.id and o.claimed_at is null;
