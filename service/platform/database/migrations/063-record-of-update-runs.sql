-- oldest-code: 0.2.0
-- Sites that a job left out when it was started, with the reasons: a list of {site_id, site_url, site_name, code, message}.
alter table jobs add column skipped jsonb not null default '[]';

-- The version that an update was to install; to_version is the one that is installed after it. Null for older rows.
alter table update_history add column wanted_version text;
