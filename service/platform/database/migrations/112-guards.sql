-- oldest-code: 0.2.0
-- Guards on sites: must-use plugins that put a copy of a plugin or theme back when its update stops WordPress. A row is stored before
-- the site is called, so that a guard of a process that died is known.
create table guards (
  id text primary key,
  site_id bigint not null references sites on delete cascade,
  -- The run of updates, or null.
  run uuid,
  type text not null check (type in ('plugin', 'theme')),
  slug text not null,
  name text not null,
  -- The version of the copy.
  version text not null,
  vulnerable boolean not null,
  -- Proves to the guard that a request comes from Flotilla. Sealed; null once the guard has ended.
  token text,
  state text not null check (state in ('arming', 'armed', 'restored', 'deactivated', 'left_broken', 'disarmed', 'expired', 'refused', 'unknown')),
  -- Why it was refused, or null.
  reason text,
  -- {message, file, line, at, context} of the fatal error, or null. Texts of the site.
  culprit jsonb,
  armed_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When nothing of it was left on the site.
  ended_at timestamptz
);
create index guards_site on guards (site_id, created_at desc);
create index guards_open on guards (expires_at) where ended_at is null;
