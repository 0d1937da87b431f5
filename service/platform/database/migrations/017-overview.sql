-- What the pages of the dashboard ask for, answered from indexes at any size of the fleet.

-- Versions sort as people read them: 6.10 after 6.9. Never fails, whatever a site calls its version.
create function version_key(version text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(left(version, 40), '(\d+)', '0000\1', 'g'), '0*(\d{5})', '\1', 'g');

-- Every sync writes a new version of a site's row anyway, so that each of these costs it a few microseconds.
create index sites_by_last_sync on sites (coalesce(last_sync, '-infinity'::timestamptz), id);
create index sites_by_updates on sites
  ((plugin_updates + theme_updates + translation_updates + (core_update is not null)::integer), id);
create index sites_by_health on sites (coalesce(health_score, -1), id);
create index sites_by_wp_version on sites (version_key(wp_version), id) include (wp_version);
create index sites_by_php_version on sites (version_key(php_version), id) include (php_version);
create index sites_by_creation on sites (created_at, id);
create index sites_sync_failed on sites (last_sync_attempt desc, id) where sync_error_code is not null;
-- The whole fleet in numbers is read from this one alone.
create index sites_in_numbers on sites (status)
  include (core_update, plugin_updates, theme_updates, translation_updates, last_sync, sync_error_code);

-- Percent of the last 30 days, for sorting; below zero where nothing is known yet. Once an hour, and only where it changed.
alter table monitors add column uptime_30d real not null default -1;
create index monitors_by_uptime on monitors (uptime_30d, site_id);

-- What is wrong with a site by its own checks. Bounded, since a site may invent any number of them.
create function security_issues(checks jsonb) returns text[] language sql immutable strict parallel safe
  return coalesce((
    select array_agg(issue order by issue) from (
      select left(key, 60) as issue from jsonb_each_text(checks)
      where value in ('issue', 'unfixable') order by key limit 20) as found), '{}'::text[]);
alter table site_security add column issues text[] not null generated always as (security_issues(checks)) stored;
create index site_security_issues on site_security (issues) where issues <> '{}';

create index ssl_checks_by_end on ssl_checks (valid_to, site_id) where outcome = 'seen';
create index ssl_checks_with_problems on ssl_checks (site_id) where outcome = 'no-tls' or problems <> '{}';
create index domains_by_end on domains ((coalesce(expires_at, manual_expires_on::timestamp at time zone 'UTC')), name);
create index site_changes_outside on site_changes (at desc, id desc) where source = 'site';

-- Every plugin and theme that a site ever showed, for finding one by name; how many sites have it is counted now and then.
create table software_items (
  kind text collate "C" not null check (kind in ('plugin', 'theme')),
  slug text collate "C" not null,
  name text not null,
  sites integer not null default 1,
  primary key (kind, slug)
);
create index software_items_search on software_items
  using gin ((lower(name) || ' ' || lower(slug)) gin_trgm_ops) with (fastupdate = off);
insert into software_items (kind, slug, name, sites)
  select kind, slug, min(name), count(*) from site_software group by kind, slug;

-- The fleet day by day: what a day showed last.
create table fleet_days (
  day date primary key,
  connected integer not null,
  disconnected integer not null,
  suspended integer not null,
  sync_failed integer not null,
  sites_with_updates integer not null,
  core_updates integer not null,
  plugin_updates integer not null,
  theme_updates integer not null,
  translation_updates integer not null
);
