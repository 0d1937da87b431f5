-- oldest-code: 0.2.0
-- Refused attempts of callers who are not signed in, for an hour after the first: the first one is an audit line, further ones
-- are counted here, and their sum becomes one more line. An empty address: many addresses.
create table audit_refusals (
  operation text not null,
  outcome text not null,
  address text not null,
  subject text not null,
  user_id bigint,
  since timestamptz not null,
  last_at timestamptz not null,
  repeats bigint not null default 0,
  primary key (operation, outcome, address, subject)
);
create index audit_refusals_since on audit_refusals (since);
