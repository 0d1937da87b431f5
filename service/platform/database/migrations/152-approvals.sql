-- oldest-code: 0.2.0
alter table api_keys
  add column change_tier text not null default 'automatic' check (change_tier in ('automatic', 'ask', 'never')),
  add column destroy_tier text not null default 'automatic' check (destroy_tier in ('automatic', 'ask', 'never'));

-- Calls of keys that a person must approve first.
create table approvals (
  id bigint generated always as identity primary key,
  key_id bigint references api_keys on delete set null,
  operation text not null,
  requested_by text not null,
  targets integer not null,
  -- Of the operation and its input: the repeated call is found by it.
  call_hash bytea not null,
  -- The canonical JSON that is shown and signed; the digest is its SHA-256.
  request text not null,
  digest text not null unique,
  state text not null default 'pending' check (state in ('pending', 'approved', 'used', 'refused', 'outdated')),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  used_at timestamptz
);
create index approvals_by_call on approvals (key_id, call_hash) where state in ('pending', 'approved');
create index approvals_by_key on approvals (key_id, id);
create index approvals_by_time on approvals (requested_at);
