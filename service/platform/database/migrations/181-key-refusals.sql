-- oldest-code: 0.2.0
-- Refusals of the stored key since the last time that the site accepted it. Only refusals that are repeated over time disconnect.
alter table sites
  add column key_refused_since timestamptz,
  add column key_refused_at timestamptz,
  add column key_refusals integer not null default 0,
  -- Flotilla itself disconnected the site because it refused the key: each sync tries the key again.
  add column key_is_retried boolean not null default false;
