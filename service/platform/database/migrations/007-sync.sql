-- What each site was last asked for, part by part: when, when it last came in good order, and what was wrong with it.
create table site_parts (
  site_id bigint not null references sites (id) on delete cascade,
  part text collate "C" not null,
  read_at timestamptz not null,
  good_at timestamptz,
  problem text,
  primary key (site_id, part)
);

-- When the timetable looks at a site next. Every site has its own minute within the period, so that the fleet is spread.
create table site_sync_turns (
  site_id bigint primary key references sites (id) on delete cascade,
  next_at timestamptz not null
);
create index site_sync_turns_due on site_sync_turns (next_at);

create table site_security (
  site_id bigint primary key references sites (id) on delete cascade,
  -- The site's own checks, name → state.
  checks jsonb not null default '{}',
  read_at timestamptz,
  -- What the last handshake with its web server showed.
  certificate_valid boolean,
  certificate_expires timestamptz,
  certificate_reason text,
  certificate_seen_at timestamptz
);

-- What happened on the sites: told by them, or done by Flotilla.
create table site_changes (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites (id) on delete cascade,
  at timestamptz not null,
  source text collate "C" not null check (source in ('site', 'flotilla')),
  -- Sites tell things twice; the same thing always has the same key.
  key text collate "C" not null,
  type text collate "C" not null,
  action text collate "C" not null,
  item text not null,
  description text not null,
  user_name text not null,
  unique (site_id, key)
);
create index site_changes_of_site on site_changes (site_id, at desc, id desc);
create index site_changes_newest on site_changes (at desc, id desc);

-- Up to where the two logs of a site were read, in seconds of its own clock.
create table site_change_cursors (
  site_id bigint primary key references sites (id) on delete cascade,
  actions_after double precision,
  log_after double precision
);

-- Up to which line of the audit trail Flotilla's own doings were taken into the change log.
create table change_log_audit (
  only_row boolean primary key default true check (only_row),
  last_line bigint not null
);
