-- oldest-code: 0.2.0
-- For the hourly deletion of old rows: these tables have many rows for each site.
create index ssl_warnings_by_time on ssl_warnings (warned_at);
create index domain_warnings_by_time on domain_warnings (warned_at);
create index monitor_incidents_by_end on monitor_incidents (ended_at) where ended_at is not null;
create index monitor_gaps_by_end on monitor_gaps (ended_at);
create index guards_by_end on guards (ended_at) where ended_at is not null;
create index site_backups_by_time on site_backups (at);
