-- Values that exist once per installation, such as the key that hashes API keys; sealed by the master key.
create table instance_secrets (
  name text primary key,
  value text not null
);

-- Every change that was made, by whom and how it ended. Each line's seal covers the line before it,
-- so that a line cannot be altered or taken out unnoticed.
create table audit_lines (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor_name text not null,
  user_id bigint,
  key_id bigint,
  address text,
  request_id text not null,
  operation text not null,
  subject text not null,
  outcome text not null,
  seal text not null
);
create index audit_lines_at on audit_lines (at);

create table audit_head (
  only_row boolean primary key default true check (only_row),
  seal text not null
);
insert into audit_head (seal) values ('');

create table modules (
  name text primary key,
  active boolean not null,
  changed_at timestamptz not null default now()
);
