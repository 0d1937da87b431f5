-- People who may sign in. Logins are told apart without regard to case.
create table users (
  id bigint generated always as identity primary key,
  login text not null,
  name text not null default '',
  email text,
  role text not null check (role in ('administrator', 'manager', 'viewer')),
  disabled boolean not null default false,
  password_hash text not null,
  -- Someone else knows the password: it opens nothing until its owner has chosen another.
  must_change_password boolean not null default false,
  created_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index users_login on users (lower(login));

-- Further passwords of a person, one per program that signs in for them.
create table application_passwords (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null,
  hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index application_passwords_user on application_passwords (user_id);

-- Keys for programs. The hash is keyed (instance_secrets), so that a stolen copy of this table opens nothing.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  description text not null default '',
  hash text not null unique,
  truncated_key text not null,
  scopes text[] not null,
  -- Both null: everything the user's role may see.
  site_ids bigint[],
  tag_ids bigint[],
  active boolean not null default true,
  expires_at timestamptz,
  from_environment boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id);
create unique index api_keys_from_environment on api_keys (from_environment) where from_environment;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  token_hash text not null unique,
  address text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- Guesses that failed, per network and per login; rows come with a failure and go with time.
create table failed_guesses (
  subject text primary key,
  failures integer not null,
  window_ends timestamptz not null
);
