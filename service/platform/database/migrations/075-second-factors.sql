-- oldest-code: 0.2.0
-- Second factors of users (service/domain/access/factors). A TOTP secret is sealed; recovery codes and challenges are hashed.
create table totp_factors (
  user_id bigint primary key references users on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  -- Null: the set-up was started and no code was confirmed yet.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: a code is accepted once.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

-- Sign-ins that wait for a second factor.
create table sign_in_challenges (
  token_hash text primary key,
  user_id bigint not null references users on delete cascade,
  way text not null,
  proven text[] not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);

-- Since when the policy requires a second factor that the user does not have; null: not required at the last sign-in.
alter table users add column factor_required_since timestamptz;

-- When the user last proved a factor in this session, and which one. Null: at its start, with the password.
alter table sessions add column proven_at timestamptz, add column proven_with text;
