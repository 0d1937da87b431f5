-- oldest-code: 0.2.0
-- Sites whose last checks after updates failed or could not be made. The row goes when the site passes its checks.
create table failed_site_checks (
  site_id bigint primary key references sites on delete cascade,
  run uuid not null,
  state text not null check (state in ('unchecked', 'degraded', 'down')),
  message text not null,
  failed_at timestamptz not null,
  -- When the site is checked again.
  next_at timestamptz not null
);
