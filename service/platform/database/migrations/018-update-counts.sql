-- How many sites wait for each version of each item, and from which version: a few thousand rows, where the sites have millions.
create table update_counts (
  type text collate "C" not null,
  slug text collate "C" not null,
  new_version text collate "C" not null,
  current_version text collate "C" not null,
  sites integer not null,
  primary key (type, slug, new_version, current_version)
);

-- What changed since these were last summed up. Syncs only add rows here, so that none ever waits for another; whoever
-- counts adds both.
create table update_count_changes (
  type text collate "C" not null,
  slug text collate "C" not null,
  new_version text collate "C" not null,
  current_version text collate "C" not null,
  sites integer not null
);
create index update_count_changes_by_item on update_count_changes (type, slug, new_version);

insert into update_counts (type, slug, new_version, current_version, sites)
  select type, slug, new_version, current_version, count(*) from site_updates
  where not ignored and type <> 'translation' group by type, slug, new_version, current_version;

create function count_offered_updates() returns trigger language plpgsql as $$
begin
  insert into update_count_changes (type, slug, new_version, current_version, sites)
    select type, slug, new_version, current_version, count(*) from added
    where not ignored and type <> 'translation' group by type, slug, new_version, current_version;
  return null;
end $$;

create function count_gone_updates() returns trigger language plpgsql as $$
begin
  insert into update_count_changes (type, slug, new_version, current_version, sites)
    select type, slug, new_version, current_version, -count(*) from removed
    where not ignored and type <> 'translation' group by type, slug, new_version, current_version;
  return null;
end $$;

create trigger updates_added after insert on site_updates
  referencing new table as added for each statement execute function count_offered_updates();
create trigger updates_removed after delete on site_updates
  referencing old table as removed for each statement execute function count_gone_updates();
create trigger updates_changed_from after update on site_updates
  referencing old table as removed for each statement execute function count_gone_updates();
create trigger updates_changed_to after update on site_updates
  referencing new table as added for each statement execute function count_offered_updates();
