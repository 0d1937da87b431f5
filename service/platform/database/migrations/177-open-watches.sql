-- oldest-code: 0.2.0
create index update_checks_watched on update_checks (site_id) where watch_next_at is not null;
