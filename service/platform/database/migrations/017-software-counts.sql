-- How many sites have each version of each plugin and theme: a few thousand rows, where the sites have millions.
create table software_counts (
  kind text collate "C" not null,
  slug text collate "C" not null,
  version text collate "C" not null,
  sites integer not null,
  active integer not null,
  primary key (kind, slug, version)
);

-- What changed since these were last summed up. Syncs only add rows here, so that none ever waits for another;
-- whoever counts adds both.
create table software_count_changes (
  kind text collate "C" not null,
  slug text collate "C" not null,
  version text collate "C" not null,
  sites integer not null,
  active integer not null
);
create index software_count_changes_by_item on software_count_changes (kind, slug);

insert into software_counts (kind, slug, version, sites, active)
  select kind, slug, version, count(*), count(*) filter (where active) from site_software group by kind, slug, version;

create function count_added_software() returns trigger language plpgsql as $$
begin
  insert into software_count_changes (kind, slug, version, sites, active)
    select kind, slug, version, count(*), count(*) filter (where active) from added group by kind, slug, version;
  return null;
end $$;

create function count_removed_software() returns trigger language plpgsql as $$
begin
  insert into software_count_changes (kind, slug, version, sites, active)
    select kind, slug, version, -count(*), -count(*) filter (where active) from removed group by kind, slug, version;
  return null;
end $$;

create trigger software_added after insert on site_software
  referencing new table as added for each statement execute function count_added_software();
create trigger software_removed after delete on site_software
  referencing old table as removed for each statement execute function count_removed_software();
create trigger software_changed_from after update on site_software
  referencing old table as removed for each statement execute function count_removed_software();
create trigger software_changed_to after update on site_software
  referencing new table as added for each statement execute function count_added_software();
