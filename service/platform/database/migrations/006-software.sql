-- Plugins and themes as each site has them: 40 rows per site and more, so columns are packed and indexes few.
create table site_software (
  site_id bigint not null references sites (id) on delete cascade,
  -- Day of the newest release; known only for what has had none for long.
  last_updated date,
  active boolean not null,
  must_use boolean not null default false,
  is_connector boolean not null default false,
  parent_of_active boolean not null default false,
  kind text collate "C" not null check (kind in ('plugin', 'theme')),
  slug text collate "C" not null,
  name text not null,
  -- Empty when the site does not say.
  version text collate "C" not null,
  primary key (site_id, kind, slug)
);
-- Few different values, so it stays small, and the inventory of the whole fleet is read from it alone.
create index site_software_by_item on site_software (kind, slug, version, active);
create index site_software_abandoned on site_software (kind, last_updated, slug, site_id) where last_updated is not null;

-- What was last said of a site's software, in short: whoever says it again changes nothing.
create table site_software_digests (
  site_id bigint primary key references sites (id) on delete cascade,
  digest text collate "C" not null
);

-- What is on offer for each site.
create table site_updates (
  site_id bigint not null references sites (id) on delete cascade,
  -- When this version was first on offer.
  first_seen_at timestamptz not null,
  active boolean not null default false,
  -- Delivered by its author, not by the public directory.
  premium boolean not null default false,
  -- Without a package it cannot be run: a licence is missing.
  has_package boolean not null default true,
  fits_wordpress boolean,
  fits_php boolean,
  type text collate "C" not null check (type in ('core', 'plugin', 'theme', 'translation')),
  slug text collate "C" not null,
  -- Of translations only: what is translated (core, plugin, theme) and into which language.
  translates text collate "C" not null default '',
  language text collate "C" not null default '',
  name text not null,
  current_version text collate "C" not null,
  -- Empty for translations, which have none.
  new_version text collate "C" not null,
  requires_wordpress text,
  requires_php text,
  tested_with text,
  url text not null default '',
  primary key (site_id, type, slug, translates, language)
);
create index site_updates_by_item on site_updates (type, slug, new_version, site_id);
