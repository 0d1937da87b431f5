-- oldest-code: 0.2.0
-- Which updates may be installed, when and with which checks: for the fleet, a tag, a client, a site or an item.
create table update_policies (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('fleet', 'tag', 'client', 'site', 'item')),
  tag_id bigint references tags on delete cascade,
  client_id bigint references clients on delete cascade,
  site_id bigint references sites on delete cascade,
  item_type text,
  item_slug text,
  rules jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null,
  check ((scope = 'tag') = (tag_id is not null)),
  check ((scope = 'client') = (client_id is not null)),
  check ((scope = 'site') = (site_id is not null)),
  check ((scope = 'item') = (item_type is not null and item_slug is not null))
);
create unique index update_policies_fleet on update_policies (scope) where scope = 'fleet';
create unique index update_policies_tag on update_policies (tag_id) where tag_id is not null;
create unique index update_policies_client on update_policies (client_id) where client_id is not null;
create unique index update_policies_site on update_policies (site_id) where site_id is not null;
create unique index update_policies_item on update_policies (item_type, item_slug) where item_slug is not null;

-- Releases that broke sites. One that failed on enough sites is held: it is installed on no site until a person lifts it.
create table release_failures (
  type text not null,
  slug text not null,
  version text not null,
  site_id bigint not null references sites on delete cascade,
  name text not null,
  message text not null,
  failed_at timestamptz not null,
  primary key (type, slug, version, site_id)
);
create index release_failures_site on release_failures (site_id);
create index release_failures_time on release_failures (failed_at);

create table held_releases (
  id bigint generated always as identity primary key,
  type text not null,
  slug text not null,
  version text not null,
  name text not null,
  reason text not null,
  held_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  unique (type, slug, version)
);

-- Automatic updates in the windows of a site: the last window in which they were started.
create table site_update_windows (
  site_id bigint primary key references sites on delete cascade,
  started_at timestamptz not null
);
