-- oldest-code: 0.2.0
-- Users can be limited to sites, tags and clients, as keys are; keys also to clients. null: no limit of this kind.
-- A key that is limited to clients only has the empty list in site_ids, so that older code does not take it for unlimited.
alter table users add column site_ids bigint[], add column tag_ids bigint[], add column client_ids bigint[];
alter table api_keys add column client_ids bigint[];

-- Roles that administrators define. A user with one has the built-in role viewer in users.role, for older code.
create table roles (
  id bigint generated always as identity primary key,
  name text not null,
  name_key text not null generated always as (lower(name)) stored unique,
  permissions text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table users add column role_id bigint references roles;
create index users_role on users (role_id) where role_id is not null;
