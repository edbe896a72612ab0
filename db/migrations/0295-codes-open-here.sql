alter table orders
  -- Whether its codes open the book on the site without an address, as its buyer chose. A copy that was redeemed so has none.
  add column codes_open_here boolean not null default false;
