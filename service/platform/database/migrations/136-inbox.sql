-- oldest-code: 0.2.0
-- What people decided about items of the inbox. The items themselves are read from the tables of their features.
create table inbox_snoozes (
  user_id bigint not null references users (id) on delete cascade,
  kind text collate "C" not null,
  key text collate "C" not null,
  until timestamptz not null,
  primary key (user_id, kind, key)
);
create index inbox_snoozes_until on inbox_snoozes (until);

create table inbox_assignments (
  kind text collate "C" not null,
  key text collate "C" not null,
  user_id bigint not null references users (id) on delete cascade,
  assigned_by text not null,
  assigned_at timestamptz not null,
  primary key (kind, key)
);
create index inbox_assignments_user on inbox_assignments (user_id);
create index inbox_assignments_age on inbox_assignments (assigned_at);

-- Failed updates of the last days are read by their result.
create index update_history_failed on update_history (site_id, begun_at)
  where result in ('download_failed', 'rolled_back', 'no_effect', 'interrupted', 'failed', 'unknown');
