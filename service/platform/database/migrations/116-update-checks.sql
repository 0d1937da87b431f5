-- oldest-code: 0.2.0
-- The checks around the updates of one run on one site: pages before and after, gates, guard and what was rolled back. The row is
-- stored before anything is sent, so that a worker that takes over compares with the same pages.
create table update_checks (
  run uuid primary key,
  site_id bigint references sites on delete set null,
  started_at timestamptz not null,
  finished_at timestamptz,
  healthy boolean,
  before jsonb not null,
  after jsonb not null default '[]',
  gates jsonb not null default '[]',
  guard jsonb not null default '[]'
);
create index update_checks_site on update_checks (site_id);
create index update_checks_time on update_checks (started_at);
