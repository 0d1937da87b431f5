-- oldest-code: 0.2.0
-- For the deletion of old rows: these tables have several rows for each site.
create index ssl_warnings_by_time on ssl_warnings (warned_at);
create index domain_warnings_by_time on domain_warnings (warned_at);
