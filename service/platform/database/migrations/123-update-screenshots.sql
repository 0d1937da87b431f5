-- oldest-code: 0.2.0
-- The homepage of a site before and after its updates, as a browser showed it.
create table update_screenshots (
  run uuid not null references update_checks on delete cascade,
  moment text not null check (moment in ('before', 'after', 'restored')),
  site_id bigint not null references sites on delete cascade,
  taken_at timestamptz not null,
  width integer not null,
  height integer not null,
  content bytea not null,
  primary key (run, moment)
);
alter table update_screenshots alter column content set storage external;
create index update_screenshots_taken on update_screenshots (taken_at);
create index update_screenshots_site on update_screenshots (site_id);
