-- oldest-code: 0.2.0
-- Passkeys of users (service/domain/access/passkeys), and the challenges that they sign: single use, stored as a hash.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text primary key,
  purpose text not null,
  -- Null: the passkey says who signs in.
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expired on passkey_challenges (expires_at);
