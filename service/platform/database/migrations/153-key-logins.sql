-- oldest-code: 0.2.0
-- Programs that ask for a key (flotilla login), until a person has confirmed it and the program has fetched it.
create table key_logins (
  device_hash text primary key,
  code_hash text not null unique,
  -- As the program names itself.
  name text not null,
  address text,
  scopes text[] not null,
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index key_logins_by_end on key_logins (expires_at);
create index key_logins_by_user on key_logins (user_id);
