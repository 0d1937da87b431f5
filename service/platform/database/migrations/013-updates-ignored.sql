-- What nobody wants to hear of. Who says it for a site means that site alone; without a site it holds on every one.
create table ignored_updates (
  id bigint generated always as identity primary key,
  site_id bigint references sites (id) on delete cascade,
  ignored_at timestamptz not null,
  type text collate "C" not null check (type in ('core', 'plugin', 'theme')),
  -- Null: everything of this type.
  slug text collate "C",
  -- Null: all versions.
  version text collate "C" check (version is null or slug is not null),
  -- As the item was called then.
  name text not null,
  ignored_by text not null,
  unique nulls not distinct (site_id, type, slug, version)
);

-- Follows from the table above, and is kept beside each update: lists and counts ask for it a million times.
alter table site_updates add column ignored boolean not null default false;

-- Few different values, so it stays small, and what the whole fleet waits for is counted from it alone.
drop index site_updates_by_item;
create index site_updates_waiting on site_updates (type, slug, new_version, current_version) where not ignored;
create index site_updates_ignored on site_updates (type, slug, site_id) where ignored;
