-- How reports look and what they say: what somebody set to another value than the default. A logo may be large, so it is
-- not among the settings that every process has at hand.
create table report_settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- Sites tell only of their last backup; each one is noted when it is first heard of.
create table site_backups (
  site_id bigint not null references sites (id) on delete cascade,
  at timestamptz not null,
  noted_at timestamptz not null,
  primary key (site_id, at)
);

-- Known weaknesses of plugins, themes and WordPress, from a public feed or a file.
create table vulnerabilities (
  source text not null check (source in ('feed', 'file')),
  id text not null,
  kind text not null check (kind in ('plugin', 'theme', 'core')),
  slug text not null,
  title text not null,
  severity text not null check (severity in ('none', 'low', 'medium', 'high', 'critical', 'unknown')),
  score real,
  cve text,
  url text,
  published_on date,
  fixed_in text,
  -- [{from, from_inclusive, to, to_inclusive}]; * is no limit.
  ranges jsonb not null,
  primary key (source, kind, slug, id)
);
create index vulnerabilities_of_software on vulnerabilities (kind, slug);

-- When each source was last taken in, and why not if it failed.
create table vulnerability_sources (
  source text primary key check (source in ('feed', 'file')),
  taken_at timestamptz,
  entries integer not null default 0,
  tried_at timestamptz not null,
  problem text
);

-- Reports that are sent by themselves, one per client: on a day of the month, about the month before.
create table report_schedules (
  client_id bigint primary key references clients (id) on delete cascade,
  active boolean not null,
  day_of_month smallint not null check (day_of_month between 1 and 28),
  -- Empty: to the client's own address.
  recipients text[] not null,
  next_on date not null,
  -- While it is being made, when others may take it for abandoned.
  held_until timestamptz,
  last_sent_at timestamptz,
  last_period text,
  last_problem text,
  updated_at timestamptz not null
);
create index report_schedules_due on report_schedules (next_on) where active;
