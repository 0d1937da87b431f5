-- oldest-code: 0.2.0
-- Pending updates were counted in columns of sites, per site, per client and per item. Now each site has one row of counts,
-- changed by triggers in the transaction that changes its updates. Sums of groups and of items are derived from there.
drop trigger updates_added on site_updates;
drop trigger updates_removed on site_updates;
drop trigger updates_changed on site_updates;
drop trigger sites_change_client on sites;
drop table site_update_counts, client_update_counts, client_update_count_changes, update_recounts;
drop function count_added_updates(), count_removed_updates(), count_changed_updates(), count_added_site_counts(),
  count_removed_site_counts(), count_changed_site_counts(), move_update_counts();

-- Also drops the indexes sites_by_updates and sites_in_numbers.
alter table sites drop column core_update, drop column plugin_updates, drop column theme_updates, drop column translation_updates;
create index sites_in_numbers on sites (status) include (last_sync, sync_error_code);

-- Ignoring an item everywhere changes a column of many rows. It is in no index, and pages have space: no index is written.
alter table site_updates set (fillfactor = 90);
drop index site_updates_waiting;
drop index site_updates_ignored;
-- Major, minor or patch; computed by release-step.ts when updates are stored. One rewrite of the table fills it.
alter table site_updates add column step text collate "C"
  generated always as (release_step(type, current_version, new_version)) stored;
alter table site_updates alter column step drop expression;
alter table site_updates alter column step set not null,
  add check (step in ('major', 'minor', 'patch', 'unknown'));
drop function release_step(text, text, text);
create index site_updates_by_item on site_updates (type, slug, new_version, current_version);

-- The pending updates of each site. A table of its own, so that a rule for every site does not write the sites.
create table site_update_counts (
  site_id bigint primary key references sites (id) on delete cascade,
  -- As in sites; here, so that its sums change in the order of the locks of this row.
  client_id bigint,
  core integer not null default 0,
  plugins integer not null default 0,
  themes integer not null default 0,
  translations integer not null default 0,
  total integer not null generated always as (core + plugins + themes + translations) stored,
  -- Without translations.
  major integer not null default 0,
  minor integer not null default 0,
  patch integer not null default 0,
  unknown integer not null default 0
) with (fillfactor = 60);
insert into site_update_counts
    (site_id, client_id, core, plugins, themes, translations, major, minor, patch, unknown)
  select sites.id, sites.client_id, count(*) filter (where type = 'core'), count(*) filter (where type = 'plugin'),
    count(*) filter (where type = 'theme'), count(*) filter (where type = 'translation'),
    count(*) filter (where type <> 'translation' and step = 'major'),
    count(*) filter (where type <> 'translation' and step = 'minor'),
    count(*) filter (where type <> 'translation' and step = 'patch'),
    count(*) filter (where type <> 'translation' and step = 'unknown')
  from sites left join site_updates as pending on pending.site_id = sites.id and not pending.ignored group by sites.id;

-- The sums of the sites of each client (null: without one) and of each tag.
create table update_group_counts (
  kind text collate "C" not null check (kind in ('client', 'tag')),
  group_id bigint,
  -- With pending updates.
  sites integer not null,
  core integer not null,
  plugins integer not null,
  themes integer not null,
  translations integer not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  unknown integer not null,
  unique nulls not distinct (kind, group_id)
);
-- Changes since these were last summed up: transactions only insert here and do not wait for each other. Readers add both.
create table update_group_count_changes (like update_group_counts);
insert into update_group_counts
  select kind, group_id, count(*) filter (where total > 0), sum(core), sum(plugins), sum(themes), sum(translations),
    sum(major), sum(minor), sum(patch), sum(unknown)
  from site_update_counts as counts cross join lateral (
    select 'client' as kind, counts.client_id as group_id
    union all select 'tag', tag_id from site_tags where site_tags.site_id = counts.site_id) as groups
  group by kind, group_id having sum(total) > 0;

-- PostgreSQL has separate triggers for rows that were added, removed and changed; each function is written once here.
do $templates$
declare
  added constant text := 'select *, 1 as sign from added';
  removed constant text := 'select *, -1 as sign from removed';
  -- Updates of sites: changes the counts of the sites and of the items. Most new versions change no count of a site.
  of_updates constant text := $template$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if not exists (select from %2$s) then return null; end if;
      insert into update_count_changes (type, slug, name, new_version, current_version, sites)
        select type, slug, name, new_version, case type when 'translation' then '' else current_version end, sum(sign)
        from (%3$s) as changed where not ignored group by 1, 2, 3, 4, 5 having sum(sign) <> 0;
      update site_update_counts as counts set core = counts.core + change.core, plugins = counts.plugins + change.plugins,
        themes = counts.themes + change.themes, translations = counts.translations + change.translations,
        major = counts.major + change.major, minor = counts.minor + change.minor, patch = counts.patch + change.patch,
        unknown = counts.unknown + change.unknown
      from (
        select site_id, sum(case type when 'core' then sign else 0 end) as core,
          sum(case type when 'plugin' then sign else 0 end) as plugins,
          sum(case type when 'theme' then sign else 0 end) as themes,
          sum(case type when 'translation' then sign else 0 end) as translations,
          sum(case step when 'major' then sign else 0 end) as major,
          sum(case step when 'minor' then sign else 0 end) as minor,
          sum(case step when 'patch' then sign else 0 end) as patch,
          sum(case step when 'unknown' then sign else 0 end) as unknown
        from (
          select site_id, type, case when type <> 'translation' then step end as step, sign
          from (%3$s) as changed where not ignored
        ) as pending group by site_id order by site_id
      ) as change
      where counts.site_id = change.site_id and (change.core, change.plugins, change.themes, change.translations,
        change.major, change.minor, change.patch, change.unknown) <> (0, 0, 0, 0, 0, 0, 0, 0);
      return null;
    end $body$ $template$;
  -- Counts of sites: changes the sums of their clients and tags.
  of_counts constant text := $template$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      insert into update_group_count_changes
          (kind, group_id, sites, core, plugins, themes, translations, major, minor, patch, unknown)
        with change as materialized (%2$s)
        select 'client', client_id, sum(sites), sum(core), sum(plugins), sum(themes), sum(translations), sum(major),
          sum(minor), sum(patch), sum(unknown)
        from change group by client_id
        union all
        select 'tag', tag_id, sum(sites), sum(core), sum(plugins), sum(themes), sum(translations), sum(major), sum(minor),
          sum(patch), sum(unknown)
        from change join site_tags using (site_id) group by tag_id;
      return null;
    end $body$ $template$;
  -- A change of the client changes no count.
  changed_counts constant text := $change$
    select added.site_id, added.client_id, (added.total > 0)::integer - (removed.total > 0)::integer as sites,
      added.core - removed.core as core, added.plugins - removed.plugins as plugins,
      added.themes - removed.themes as themes, added.translations - removed.translations as translations,
      added.major - removed.major as major, added.minor - removed.minor as minor, added.patch - removed.patch as patch,
      added.unknown - removed.unknown as unknown
    from added join removed using (site_id) where added.client_id is not distinct from removed.client_id $change$;
  removed_counts constant text := $change$
    select site_id, client_id, -1 as sites, -core as core, -plugins as plugins, -themes as themes,
      -translations as translations, -major as major, -minor as minor, -patch as patch, -unknown as unknown
    from removed where total > 0 $change$;
  -- Tags of sites: changes the sums of the tags. The lock makes a concurrent change of the same counts wait, so that it
  -- sees the new tags, or makes this wait for the new counts. Sites without updates are locked too: they may get some.
  of_tags constant text := $template$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      insert into update_group_count_changes
          (kind, group_id, sites, core, plugins, themes, translations, major, minor, patch, unknown)
        select 'tag', tag_id, sum(sign * (total > 0)::integer), sum(sign * core), sum(sign * plugins), sum(sign * themes),
          sum(sign * translations), sum(sign * major), sum(sign * minor), sum(sign * patch), sum(sign * unknown)
        from (
          select changed.tag_id, changed.sign, counts.* from (%2$s) as changed
          join site_update_counts as counts using (site_id) order by site_id for share of counts
        ) as counted group by tag_id having sum(total) > 0;
      return null;
    end $body$ $template$;
begin
  execute format(of_updates, 'count_added_updates', 'added', added);
  execute format(of_updates, 'count_removed_updates', 'removed', removed);
  execute format(of_updates, 'count_changed_updates', 'added', added || ' union all ' || removed);
  execute format(of_counts, 'sum_changed_counts', changed_counts);
  execute format(of_counts, 'sum_removed_counts', removed_counts);
  execute format(of_tags, 'sum_added_tags', added);
  execute format(of_tags, 'sum_removed_tags', removed);
end $templates$;

create trigger updates_added after insert on site_updates
  referencing new table as added for each statement execute function count_added_updates();
create trigger updates_removed after delete on site_updates
  referencing old table as removed for each statement execute function count_removed_updates();
create trigger updates_changed after update on site_updates
  referencing old table as removed new table as added for each statement execute function count_changed_updates();
create trigger counts_changed after update on site_update_counts
  referencing old table as removed new table as added for each statement execute function sum_changed_counts();
create trigger counts_removed after delete on site_update_counts
  referencing old table as removed for each statement execute function sum_removed_counts();
create trigger tags_added after insert on site_tags
  referencing new table as added for each statement execute function sum_added_tags();
create trigger tags_removed after delete on site_tags
  referencing old table as removed for each statement execute function sum_removed_tags();

create function insert_update_counts() returns trigger language plpgsql as $$
begin
  insert into site_update_counts (site_id, client_id) values (new.id, new.client_id);
  return null;
end $$;
create trigger site_update_counts_inserted after insert on sites for each row execute function insert_update_counts();

-- Before the site and its tags are gone: the triggers of rows that are deleted with a site run after all of them.
create function delete_update_counts() returns trigger language plpgsql as $$
begin
  delete from site_update_counts where site_id = old.id;
  return old;
end $$;
create trigger site_update_counts_deleted before delete on sites for each row execute function delete_update_counts();

-- A site that changes its client takes its counts along.
create function move_update_counts() returns trigger language plpgsql as $$
begin
  update site_update_counts set client_id = new.client_id where site_id = new.id;
  insert into update_group_count_changes
      (kind, group_id, sites, core, plugins, themes, translations, major, minor, patch, unknown)
    select 'client', client, sign, sign * core, sign * plugins, sign * themes, sign * translations, sign * major,
      sign * minor, sign * patch, sign * unknown
    from site_update_counts, (values (new.client_id, 1), (old.client_id, -1)) as moved (client, sign)
    where site_id = new.id and total > 0;
  return null;
end $$;
create trigger site_update_counts_moved after update of client_id on sites
  for each row when (old.client_id is distinct from new.client_id) execute function move_update_counts();
analyze site_update_counts;
analyze site_updates;
