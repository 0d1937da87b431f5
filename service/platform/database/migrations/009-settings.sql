-- What somebody set to another value than the default, one row per key: two people who edit one group at a time both count.
create table settings (
  group_name text not null,
  key text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (group_name, key)
);

-- Secrets of the providers of backups. They are written and used, never shown: the ending tells one from another.
create table provider_secrets (
  provider text not null,
  name text not null,
  value text not null, -- sealed
  ending text not null,
  changed_at timestamptz not null,
  primary key (provider, name)
);

-- Hints of the dashboard that a person has seen enough of.
create table dismissed_messages (
  user_id bigint not null references users (id) on delete cascade,
  message text not null,
  dismissed_at timestamptz not null,
  primary key (user_id, message)
);

-- What the first-start guide and licences of extensions noted once: steps that are done, keys that are placeholders.
create table activation_notes (
  name text primary key,
  value jsonb not null,
  noted_at timestamptz not null
);
