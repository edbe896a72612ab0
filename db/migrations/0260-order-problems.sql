-- Why an order needs a review, as a code and its facts; said in words where it is shown (contract/shop/order-problems.ts).
-- `problem`, the sentence of the release before, goes a release later.
alter table orders
  add column problem_code text,
  add column problem_kobo bigint,
  add column problem_currency text,
  add column problem_reference text;
