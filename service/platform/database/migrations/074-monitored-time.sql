-- oldest-code: 0.2.0
-- The time that uptime is computed from (service/domain/monitors/uptime.ts): a monitor knows its site since `known_since`,
-- the last counted check was at `counted_at`, and `monitor_gaps` is the time in between without checks.
alter table monitors add column known_since timestamptz, add column counted_at timestamptz;

create table monitor_gaps (
  site_id bigint not null references monitors (site_id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (site_id, started_at),
  check (started_at < ended_at)
);

update monitors set counted_at = checked_at, known_since = least(
  (select min(day)::timestamp at time zone 'UTC' from monitor_days where monitor_days.site_id = monitors.site_id),
  (select min(hour) from monitor_hours where monitor_hours.site_id = monitors.site_id),
  (select min(started_at) from monitor_incidents where monitor_incidents.site_id = monitors.site_id))
where checked_at is not null;

-- Days without a check.
insert into monitor_gaps (site_id, started_at, ended_at)
select site_id, (before + 1)::timestamp at time zone 'UTC', day::timestamp at time zone 'UTC'
from (select site_id, day, lag(day) over (partition by site_id order by day) as before from monitor_days) as days
where day > before + 1;

-- 'paused' means from now on: the monitor has not checked the site since. The next check continues or ends the outage.
update monitor_incidents set ended_by = 'up'
where ended_by = 'paused' and (
  exists (select from monitors where monitors.site_id = monitor_incidents.site_id and status <> 'first')
  or exists (select from monitor_incidents as later
    where later.site_id = monitor_incidents.site_id and later.started_at > monitor_incidents.started_at));
