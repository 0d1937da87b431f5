-- oldest-code: 0.2.0
-- Audit lines that retention has removed: their number, and the seal that the first remaining line continues.
create table audit_purged (
  only_row boolean primary key default true check (only_row),
  lines bigint not null,
  last_line bigint not null,
  last_seal text not null,
  seal text not null
);

-- The list is in the order of time; each filter has an index in that order.
create index audit_lines_at_id on audit_lines (at, id);
create index audit_lines_user on audit_lines (user_id, at, id) where user_id is not null;
create index audit_lines_operation on audit_lines (operation, at, id);
create index audit_lines_people on audit_lines (at, id) where actor_kind = 'user';
create index audit_lines_not_done on audit_lines (at, id) where outcome <> 'ok';
create index audit_lines_unknown on audit_lines (at, id)
  where outcome in ('svc_process_ended', 'svc_outcome_unknown', 'svc_change_unconfirmed');

-- The sites that a line is about, read from its subject after it was written.
create table audit_line_sites (
  site_id bigint not null,
  at timestamptz not null,
  line_id bigint not null,
  primary key (site_id, at, line_id)
);
create index audit_line_sites_line on audit_line_sites (line_id);
alter table change_log_audit add column linked_line bigint not null default 0;

-- The addresses that an API key was used from.
create table api_key_addresses (
  key_id bigint not null references api_keys (id) on delete cascade,
  address text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (key_id, address)
);
create index api_key_addresses_last_used_at on api_key_addresses (last_used_at);

-- Calls with an API key by day and address, until one audit line per key and day has their sum. Without a reference to the key:
-- the calls of a deleted key are summed up too.
create table api_key_calls (
  day date not null,
  key_id bigint not null,
  address text not null,
  user_id bigint not null,
  name text not null,
  calls bigint not null,
  primary key (day, key_id, address)
);
