-- concurrently
create index concurrently if not exists order_events_of_refund_requests on order_events (order_id, id)
  where what in ('money back wanted', 'refund declined', 'refusal undone');
