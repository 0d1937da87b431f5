-- oldest-code: 0.2.0
-- The interval of monitors is whole minutes; a finer one, stored as a text such as 30s, has a setting of its own.
insert into settings (group_name, key, value, changed_at)
  select group_name, 'svc_uptime_monitoring_interval_seconds', to_jsonb(rtrim(value #>> '{}', 's')::int), changed_at
  from settings
  where group_name = 'monitoring' and key = 'svc_uptime_monitoring_interval' and value #>> '{}' ~ '^[0-9]{1,5}s$'
  on conflict (group_name, key) do nothing;

update settings set value = to_jsonb(ceil(rtrim(value #>> '{}', 's')::numeric / 60)::int)
  where group_name = 'monitoring' and key = 'svc_uptime_monitoring_interval' and value #>> '{}' ~ '^[0-9]{1,5}s$';
