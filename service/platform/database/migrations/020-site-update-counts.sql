-- How far an update goes, by the first number that changes; says the same as release-step.ts, which a test holds it to.
create function release_step(type text, current_version text, new_version text) returns text
language plpgsql immutable parallel safe as $$
declare
  -- What JavaScript trims.
  blank constant text := E' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  numbers constant text := E'^[vV]?([0-9]+(?:\\.[0-9]+)*)(?:[-+ ~._]?[a-zA-Z][^\n\r\u2028\u2029]*)?$';
  source text := current_version;
  target text := new_version;
begin
  -- Nearly all versions are numbers with dots between them; for these no pattern is needed, which is what costs.
  if translate(source, '0123456789.', '') <> '' or '.' || source || '.' like '%..%' then
    source := (regexp_match(btrim(source, blank) collate "C", numbers))[1];
  end if;
  if translate(target, '0123456789.', '') <> '' or '.' || target || '.' like '%..%' then
    target := (regexp_match(btrim(target, blank) collate "C", numbers))[1];
  end if;
  -- A number that is missing is 0, and 02 is 2.
  return case
    when source is null or target is null then 'unknown'
    when ltrim(split_part(source, '.', 1), '0') <> ltrim(split_part(target, '.', 1), '0') then 'major'
    when ltrim(split_part(source, '.', 2), '0') = ltrim(split_part(target, '.', 2), '0') then 'patch'
    when type = 'core' then 'major'
    else 'minor'
  end;
end $$;

-- What waits on each site, in numbers. A narrow table of its own, so that a rule for every site changes it without writing,
-- or holding, the sites. Who writes updates of a site holds the site and shares the rules, or has the rules alone: so nobody
-- waits long for a row of this. There is one as soon as anything was ever on offer, ignored or not.
create table site_update_counts (
  site_id bigint primary key references sites (id) on delete cascade,
  -- As beside the site; here because the site is gone when its updates are taken from its client's.
  client_id bigint,
  core integer not null,
  plugins integer not null,
  themes integer not null,
  translations integer not null,
  -- How far they go, translations left out.
  major integer not null,
  minor integer not null,
  patch integer not null,
  unknown integer not null
) with (fillfactor = 60);

-- The same for each client, without one (null) as well: the whole fleet is added up from a few rows.
create table client_update_counts (
  client_id bigint,
  -- How many wait for something.
  sites integer not null,
  core integer not null,
  plugins integer not null,
  themes integer not null,
  translations integer not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  unknown integer not null,
  unique nulls not distinct (client_id)
);
-- What changed since these were last summed up, as with the counts of items: nobody ever waits for a client's row.
create table client_update_count_changes (like client_update_counts);

-- Names are counted too, so that a search is answered from here; translations as well, whatever their version.
drop trigger updates_added on site_updates;
drop trigger updates_removed on site_updates;
drop trigger updates_changed_from on site_updates;
drop trigger updates_changed_to on site_updates;
drop function count_offered_updates();
drop function count_gone_updates();
truncate update_counts, update_count_changes;
alter table update_counts drop constraint update_counts_pkey;
alter table update_counts add column name text not null;
alter table update_counts add primary key (type, slug, new_version, current_version, name);
alter table update_count_changes add column name text not null;
-- Finds too much where a text ends in the name and begins in the slug; whoever asks looks at both once more.
create index update_counts_search on update_counts
  using gin ((lower(name) || E'\n' || lower(slug)) gin_trgm_ops) with (fastupdate = off);

-- Three times the same, for rows that came (1), that went (-1), and both: PostgreSQL has no other way to say it once.
-- What adds up to nothing is not written: most new versions change no count of a site.
do $once$
declare
  came constant text := 'select *, 1 as sign from added';
  went constant text := 'select *, -1 as sign from removed';
  of_updates constant text := $template$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if not exists (select from %2$s) then return null; end if;
      insert into update_count_changes (type, slug, name, new_version, current_version, sites)
        select type, slug, name, new_version, case type when 'translation' then '' else current_version end, sum(sign)
        from (%3$s) as changed where not ignored group by 1, 2, 3, 4, 5 having sum(sign) <> 0;
      insert into site_update_counts as known
          (site_id, client_id, core, plugins, themes, translations, major, minor, patch, unknown)
        -- What goes with its site finds no site any more, and need not be counted.
        select sites.id, sites.client_id, core, plugins, themes, translations, major, minor, patch, unknown
        from (
          select site_id,
            sum(sign * (type = 'core')::integer) as core, sum(sign * (type = 'plugin')::integer) as plugins,
            sum(sign * (type = 'theme')::integer) as themes, sum(sign * (type = 'translation')::integer) as translations,
            sum(sign * (step = 'major')::integer) as major, sum(sign * (step = 'minor')::integer) as minor,
            sum(sign * (step = 'patch')::integer) as patch, sum(sign * (step = 'unknown')::integer) as unknown
          from (
            select site_id, sign, case when ignored then '' else type end as type, case when ignored or type = 'translation'
              then '' else release_step(type, current_version, new_version) end as step
            from (%3$s) as changed where not ignored or tg_op = 'INSERT'
          ) as told group by site_id
        ) as change join sites on sites.id = change.site_id
        where tg_op = 'INSERT'
          or (core, plugins, themes, translations, major, minor, patch, unknown) <> (0, 0, 0, 0, 0, 0, 0, 0)
        order by sites.id
        on conflict (site_id) do update set
          core = known.core + excluded.core, plugins = known.plugins + excluded.plugins,
          themes = known.themes + excluded.themes, translations = known.translations + excluded.translations,
          major = known.major + excluded.major, minor = known.minor + excluded.minor,
          patch = known.patch + excluded.patch, unknown = known.unknown + excluded.unknown;
      return null;
    end $body$ $template$;
  of_clients constant text := $template$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if not exists (select from %2$s) then return null; end if;
      insert into client_update_count_changes
          (client_id, sites, core, plugins, themes, translations, major, minor, patch, unknown)
        select client_id, sum(sign * (core + plugins + themes + translations > 0)::integer), sum(sign * core),
          sum(sign * plugins), sum(sign * themes), sum(sign * translations), sum(sign * major), sum(sign * minor),
          sum(sign * patch), sum(sign * unknown)
        from (%3$s) as changed group by client_id;
      return null;
    end $body$ $template$;
begin
  execute format(of_updates, 'count_added_updates', 'added', came);
  execute format(of_updates, 'count_removed_updates', 'removed', went);
  execute format(of_updates, 'count_changed_updates', 'added', came || ' union all ' || went);
  execute format(of_clients, 'count_added_site_counts', 'added', came);
  execute format(of_clients, 'count_removed_site_counts', 'removed', went);
  execute format(of_clients, 'count_changed_site_counts', 'added', came || ' union all ' || went);
end $once$;

-- A site that moves takes its counts along.
create function move_update_counts() returns trigger language plpgsql as $$
begin
  update site_update_counts set client_id = new.client_id where site_id = new.id;
  return null;
end $$;
create trigger sites_change_client after update of client_id on sites
  for each row when (old.client_id is distinct from new.client_id) execute function move_update_counts();

-- What waits already.
insert into update_counts (type, slug, name, new_version, current_version, sites)
  select type, slug, name, new_version, case type when 'translation' then '' else current_version end, count(*)
  from site_updates where not ignored group by 1, 2, 3, 4, 5;
insert into site_update_counts (site_id, client_id, core, plugins, themes, translations, major, minor, patch, unknown)
  select sites.id, sites.client_id, count(*) filter (where type = 'core'), count(*) filter (where type = 'plugin'),
    count(*) filter (where type = 'theme'), count(*) filter (where type = 'translation'),
    count(*) filter (where step = 'major'), count(*) filter (where step = 'minor'),
    count(*) filter (where step = 'patch'), count(*) filter (where step = 'unknown')
  from (
    select site_id, case when not ignored then type end as type, case when not ignored and type <> 'translation'
      then release_step(type, current_version, new_version) end as step
    from site_updates
  ) as told join sites on sites.id = told.site_id group by sites.id;
insert into client_update_counts
  select client_id, count(*) filter (where core + plugins + themes + translations > 0), sum(core), sum(plugins),
    sum(themes), sum(translations), sum(major), sum(minor), sum(patch), sum(unknown)
  from site_update_counts group by client_id;

create trigger updates_added after insert on site_updates
  referencing new table as added for each statement execute function count_added_updates();
create trigger updates_removed after delete on site_updates
  referencing old table as removed for each statement execute function count_removed_updates();
create trigger updates_changed after update on site_updates
  referencing old table as removed new table as added for each statement execute function count_changed_updates();

create trigger site_counts_added after insert on site_update_counts
  referencing new table as added for each statement execute function count_added_site_counts();
create trigger site_counts_removed after delete on site_update_counts
  referencing old table as removed for each statement execute function count_removed_site_counts();
create trigger site_counts_changed after update on site_update_counts
  referencing old table as removed new table as added for each statement execute function count_changed_site_counts();
