-- in batches
-- The sentences of the releases before, read once.
update orders set
  problem_code = case
    when problem like 'The provider named%' then 'otherPayment'
    when problem like 'Paid an amount that is no whole%' then 'noWholeKobo'
    when problem like 'Paid in ___ instead%' then 'otherCurrency'
    when problem like 'A test payment%' then 'testPayment'
    when problem like 'A real payment%' then 'realPayment'
    when problem like 'Paid so late that the buyer%' then 'buyerGone'
    when problem like 'Paid twice:%' then 'paidTwice'
    when problem like 'Paid so late that the last use%' then 'useGone'
    else 'otherAmount'
  end,
  problem_kobo = round(replace(substring(problem from '^Paid ₦([0-9.,]+) instead'), ',', '')::numeric * 100)::bigint,
  problem_currency = substring(problem from '^Paid in (...) instead'),
  problem_reference = substring(problem from '^Paid twice: ([^ ]+) of')
where id in (
  select id from orders where problem is not null and problem_code is null limit 1000
);
