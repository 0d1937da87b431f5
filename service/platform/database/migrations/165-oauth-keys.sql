-- oldest-code: 0.2.0
-- Keys of programs that sign in with access tokens of the identity provider. Such a key has no token of its own.
create table oauth_keys (
  key_id bigint primary key references api_keys on delete cascade,
  issuer text not null,
  -- The program, as the provider names it.
  client_id text not null
);
