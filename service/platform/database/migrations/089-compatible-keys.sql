-- oldest-code: 0.2.0
-- A second way to prove an API key: the ck_/cs_ pair that scripts of the established product send. The hash is of both halves together.
create table compatible_key_pairs (
  key_id bigint primary key references api_keys (id) on delete cascade,
  hash text not null unique,
  created_at timestamptz not null
);
