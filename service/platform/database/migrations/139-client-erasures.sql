-- oldest-code: 0.2.0
-- Erasures of clients. `subject` has what is searched for (ids, addresses, names); it is null once nothing is left.
create table client_erasures (
  id bigint generated always as identity primary key,
  subject jsonb,
  -- Rows that were erased, by table.
  erased jsonb not null default '{}',
  sites integer not null,
  job_id bigint,
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index client_erasures_unfinished on client_erasures ((subject ->> 'clientId')) where finished_at is null;

-- Removes a client and sites from the limits inside a JSON value: of actors, invitations and mappings.
create function without_ids(value jsonb, client bigint, sites bigint[]) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case
          when key in ('clients', 'client_ids') and jsonb_typeof(part) = 'array' then (
            select coalesce(jsonb_agg(id), '[]') from jsonb_array_elements(part) as id where id <> to_jsonb(client))
          when key in ('sites', 'site_ids') and jsonb_typeof(part) = 'array' then (
            select coalesce(jsonb_agg(id), '[]') from jsonb_array_elements(part) as id
            where id <> all (select to_jsonb(site) from unnest(sites) as site))
          else without_ids(part, client, sites) end), '{}')
      from jsonb_each(value) as entry (key, part))
    when 'array' then (
      select coalesce(jsonb_agg(without_ids(part, client, sites)), '[]') from jsonb_array_elements(value) as part)
    else value end
$$;
