-- oldest-code: 0.2.0
-- Single sign-on with OpenID Connect. One row with the settings; the client secret is sealed.
create table oidc_settings (
  id boolean primary key default true check (id),
  enabled boolean not null default false,
  name text not null default '',
  issuer text not null default '',
  client_id text not null default '',
  client_secret text,
  scopes text not null default 'openid profile email',
  group_claim text not null default 'groups',
  -- [{group, role, site_ids, tag_ids, client_ids}]: the first entry with a group of the person applies.
  mappings jsonb not null default '[]',
  key_days integer not null default 30
);
insert into oidc_settings default values;

-- A person of the provider: issuer and subject, never the e-mail address.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null unique references users on delete cascade,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  -- API keys and application passwords of the user work until then.
  access_until timestamptz not null,
  primary key (issuer, subject)
);

-- Sign-ins that wait for the answer of the provider. `user_id`: the signed-in user who links the account.
create table oidc_logins (
  state_hash text primary key,
  issuer text not null,
  -- A keyed hash of the browser's cookie, or of the session that links an account.
  browser_hash text not null,
  user_id bigint references users on delete cascade,
  return_to text not null,
  expires_at timestamptz not null
);
create index oidc_logins_user on oidc_logins (user_id);
create index oidc_logins_expires_at on oidc_logins (expires_at);

-- Sessions that were opened by single sign-on: signing out also ends the session of the provider.
create table oidc_sessions (session_id uuid primary key references sessions on delete cascade);

-- False: the user signs in only by single sign-on; password_hash is of a random password.
alter table users add column has_password boolean not null default true;
