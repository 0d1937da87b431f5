-- Domains that expire and sites whose health is poor are told of too.
alter table notification_events drop constraint notification_events_kind_check;
alter table notification_events add constraint notification_events_kind_check
  check (kind in ('down', 'up', 'certificate', 'domain', 'health'));
-- Whoever wanted to hear of everything still does.
update notification_webhooks set kinds = kinds || array['domain', 'health'] where kinds @> array['down', 'up', 'certificate'];

-- Which of the types of e-mail it is: each has its own subject, heading and switch.
alter table notification_messages add column mail_type text not null default 'uptime';

-- Sites whose poor health was told, until it is good again.
create table poor_health (
  site_id bigint primary key references sites (id) on delete cascade,
  score integer not null,
  told_at timestamptz not null
);
