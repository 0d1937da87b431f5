-- Every update that was ever run: one row per run and item, written before the site is told, so that nothing is lost
-- when a process dies in between. It stays when the site or the job goes.
create table update_history (
  id bigint generated always as identity primary key,
  site_id bigint references sites (id) on delete set null,
  job_id bigint references jobs (id) on delete set null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  user_id bigint,
  key_id bigint,
  -- By the timetable, not by somebody.
  automatic boolean not null default false,
  -- What one order does on one site; whoever goes on after a dead worker finds its rows by it.
  run uuid not null,
  type text collate "C" not null check (type in ('core', 'plugin', 'theme', 'translation')),
  slug text collate "C" not null,
  name text not null,
  from_version text collate "C" not null,
  -- What was on offer while it runs; then what is there.
  to_version text collate "C" not null,
  result text collate "C" not null default 'running',
  error_code text collate "C",
  message text,
  -- What the front page then said; null when nobody looked.
  health text collate "C" check (health in ('ok', 'degraded', 'down')),
  user_name text not null,
  site_url text not null,
  site_name text not null
);
create unique index update_history_one_outcome on update_history (run, type, slug);
create index update_history_of_site on update_history (site_id, begun_at desc, id desc);
create index update_history_newest on update_history (begun_at desc, id desc);
create index update_history_of_job on update_history (job_id, id) where job_id is not null;
-- Few at any time: what runs, and what nobody knows the end of.
create index update_history_open on update_history (site_id) where result in ('running', 'unknown');

-- The moments of the timetable at which automatic updates were started, so that each is used once.
create table automatic_update_runs (
  slot_at timestamptz primary key,
  started_at timestamptz not null,
  job_id bigint references jobs (id) on delete set null,
  sites integer not null
);
