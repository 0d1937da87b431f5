-- oldest-code: 0.2.0
-- When each kind of repeated work is due at a site; until now every kind had its own table or column.
create table site_schedules (
  site_id bigint not null references sites (id) on delete cascade,
  kind text not null,
  next_at timestamptz not null,
  primary key (site_id, kind)
);
create index site_schedules_due on site_schedules (kind, next_at);

insert into site_schedules (site_id, kind, next_at)
  select site_id, 'sync', next_at from site_sync_turns
  union all select site_id, 'certificate', next_at from ssl_checks
  union all select site_id, 'audit', next_at from perf_turns
  union all select site_id, 'icon', next_at from site_icons;

drop table site_sync_turns, perf_turns;
-- These rows were only a schedule.
delete from ssl_checks where checked_at is null;
alter table ssl_checks drop column next_at;
delete from site_icons where site_url is null and content is null;
alter table site_icons drop column next_at;
