-- oldest-code: 0.2.0
-- The custom role and the limits that an invitation gives; `limits` has site_ids, tag_ids and client_ids. An invitation ends with its role.
alter table invitations add column role_id bigint references roles on delete cascade, add column limits jsonb;
create index invitations_role on invitations (role_id) where role_id is not null;
