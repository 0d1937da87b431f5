-- oldest-code: 0.2.0
-- Sites that a job left out when it was started, with the reasons: a list of {site_id, site_url, site_name, code, message}.
alter table jobs add column skipped jsonb not null default '[]';

-- The version that an update was to install; to_version is the one that is installed after it. Null for older rows.
alter table update_history add column wanted_version text;

-- What came of a change that was made through Flotilla, and the job that made it. Changes in the log of a site have happened.
alter table site_changes
  add column outcome text collate "C" not null default 'done' check (outcome in ('done', 'failed', 'unknown')),
  add column job_id bigint;
-- Of lines from before: an update that failed, or whose outcome is unknown. The log has at most 5,000 lines per site.
update site_changes set outcome = case action when 'update-failed' then 'failed' else 'unknown' end
  where source = 'flotilla' and action in ('update-failed', 'update-in-doubt');
