-- oldest-code: 0.2.0
-- Sites that came with their key from another dashboard. `imported_key` is the digest of the public key that came with them: while
-- the site still has it, the other dashboard can use the site too.
create table moved_sites (
  site_id bigint primary key references sites on delete cascade,
  source text not null,
  old_id bigint not null,
  imported_key text not null,
  moved_at timestamptz not null,
  -- The last attempt to take the site over.
  tried_at timestamptz,
  problem_code text,
  problem text
);

-- For the list of one dashboard.
create index moved_sites_source on moved_sites (source, old_id);
