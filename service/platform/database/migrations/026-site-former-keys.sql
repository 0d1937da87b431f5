-- oldest-code: 0.2.0
-- The key of a site under an address that it had before, so that changing the address back restores the connection.
create table site_former_keys (
  site_id bigint not null references sites (id) on delete cascade,
  url text not null,
  content text not null, -- sealed
  kept_until timestamptz not null,
  primary key (site_id, url)
);
create index site_former_keys_by_end on site_former_keys (kept_until);
