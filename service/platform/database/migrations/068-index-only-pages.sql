-- oldest-code: 0.2.0
-- A page far from the start of the sites table is found in an index alone. For that an index on an expression also needs
-- the columns of the expression.
drop index site_search_by_natural_name;
create index site_search_by_natural_name on site_search (natural_key(name), site_id) include (name);
drop index sites_by_last_sync;
create index sites_by_last_sync on sites (coalesce(last_sync, '-infinity'::timestamptz), id) include (last_sync);
drop index sites_by_health;
create index sites_by_health on sites (coalesce(health_score, -1), id) include (health_score);
