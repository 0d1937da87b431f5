-- oldest-code: 0.2.0
-- Invitations that were not accepted yet. The token is in the e-mail only; its keyed hash is stored.
create table invitations (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null default '',
  role text not null,
  token_hash text not null unique,
  invited_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz not null
);
create unique index invitations_email on invitations (lower(email));
create index invitations_invited_by on invitations (invited_by);
create index invitations_expires_at on invitations (expires_at);

-- One per user: a new request replaces the previous token. `email`: the address that the link was sent to.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  token_hash text not null unique,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_expires_at on password_resets (expires_at);
