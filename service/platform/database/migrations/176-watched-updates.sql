-- oldest-code: 0.2.0
-- After the first checks a site is watched: its checks are repeated some minutes later, and its guards stay armed until then.
-- watch_next_at is null when nothing is watched any more.
alter table update_checks
  add column watched_from timestamptz,
  add column watched_until timestamptz,
  add column watch_minutes integer[],
  add column watch_next_at timestamptz,
  add column watch_ended_at timestamptz,
  add column watch_result text check (watch_result in ('passed', 'failed', 'unknown', 'stopped')),
  add column watch_message text;
