-- oldest-code: 0.2.0
-- The recipients of e-mails of the settings and the webhooks of the former format become built-in channels: all messages are made
-- of events by rules. Messages that are not sent yet move along; the former tables are dropped.

-- Set for a built-in channel: the type of e-mail whose recipient `shown` is, or the webhook of the former format.
alter table notification_channels add column mail_type text;
alter table notification_channels add column webhook_id bigint references notification_webhooks (id) on delete cascade;
create unique index notification_channels_by_recipient on notification_channels (mail_type, shown) where mail_type is not null;
create unique index notification_channels_by_webhook on notification_channels (webhook_id) where webhook_id is not null;

-- For the list of notifications.
create index rule_matches_by_event on rule_matches (event_id);
create index events_of_notifications on events (happened_at desc, id desc)
  where type in ('monitor.down', 'monitor.up', 'certificate.problem', 'domain.expiring', 'health.poor');

insert into notification_channels (name, service, target, shown, owner_kind, webhook_id, created_at)
  select 'Webhook ' || id, 'webhook', '', '', 'system', id, created_at from notification_webhooks;
insert into notification_rules (channel_id, name, types, send_recovery, created_at)
  select channel.id, channel.name,
    array(select type from (values
      ('monitor.down', webhook.kinds && array['down', 'certificate']),
      ('monitor.up', webhook.kinds @> array['up'] and not webhook.kinds && array['down', 'certificate']),
      ('certificate.problem', webhook.kinds @> array['certificate']),
      ('domain.expiring', webhook.kinds @> array['domain']),
      ('health.poor', webhook.kinds @> array['health'])) as given (type, is_wanted) where is_wanted),
    webhook.kinds @> array['up'], channel.created_at
  from notification_channels as channel join notification_webhooks as webhook on webhook.id = channel.webhook_id;

-- The number of a delivery is never used again.
select setval(pg_get_serial_sequence('channel_messages', 'id'),
  greatest((select max(id) from notification_messages), (select max(id) from channel_messages), 1));

insert into notification_channels (name, service, target, shown, owner_kind, mail_type, created_at)
  select distinct on (mail_type, recipient) recipient, 'email', '', recipient, 'system', mail_type, created_at
  from notification_messages where channel = 'email' and state in ('waiting', 'sending')
  order by mail_type, recipient, created_at;

insert into channel_messages (channel_id, title, body, attempts, due_at, last_error, created_at)
  select channel.id, left(message.subject, 500),
    jsonb_build_object('title', message.subject, 'severity', 'warning', 'link', null, 'resolved', false,
      'dedupKey', 'flotilla message ' || message.id,
      'happenedAt', to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'lines', coalesce(message.body -> 'paragraphs', '[]') || coalesce((
        select jsonb_agg((select string_agg(cell, ' · ' order by place)
          from jsonb_array_elements_text(line) with ordinality as cells (cell, place)))
        from jsonb_array_elements(coalesce(message.body -> 'tables', '[]')) as tables (content),
          jsonb_array_elements(content -> 'rows') as lines (line)), '[]'))
      || case when message.channel = 'webhook' then jsonb_build_object('events', message.body -> 'events') else '{}' end,
    message.attempts, message.due_at, message.last_error, message.created_at
  from notification_messages as message join notification_channels as channel
    on case message.channel when 'email' then channel.mail_type = message.mail_type and channel.shown = message.recipient
      else channel.webhook_id::text = message.recipient end
  where message.state in ('waiting', 'sending')
  order by message.id;

-- Events without a message yet: those of before the log of events are added to it, and the rules compare the others again.
create temporary table open_notifications on commit drop as
  select *, case when kind = 'up' then 'monitor.up' when kind = 'down' or key like 'incident %' then 'monitor.down'
    when kind = 'certificate' then 'certificate.problem' when kind = 'domain' then 'domain.expiring' else 'health.poor' end as type
  from notification_events as event
  where addressed_at is null or exists (
    select from notification_addressees where event_id = event.id and message_id is null);

insert into events (type, severity, site_id, site_name, site_url, client_id, subject, happened_at, published_at, data)
  select type, case type when 'monitor.down' then 'critical' when 'monitor.up' then 'info' else 'warning' end, site_id,
    open.site_name, open.site_url, sites.client_id, 'site:' || site_id, happened_at, open.created_at,
    case type
      when 'domain.expiring' then jsonb_build_object('domain', address, 'cause', cause, 'expires_on', '', 'days_left', 0)
      when 'health.poor' then jsonb_build_object('score', coalesce(substring(cause from '^\d{1,3}')::int, 0))
      when 'certificate.problem' then jsonb_build_object('address', address, 'cause', cause, 'expires_on', null, 'days_left', null)
      else jsonb_build_object('incident_id', coalesce(substring(key from '^incident (\d{1,15}) ')::bigint, 0), 'address', address,
        'cause_code', case kind when 'certificate' then 'tls_invalid' else '' end, 'cause', cause,
        'began_at', to_char(coalesce(began_at, happened_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        || case kind when 'up'
          then jsonb_build_object('ended_at', to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) else '{}' end
    end
  from open_notifications as open join sites on sites.id = open.site_id
  where not exists (select from events where events.site_id = open.site_id and events.type = open.type
    and events.happened_at = open.happened_at)
  order by open.id;

insert into notification_cursor (position)
  select coalesce(min(position) - 1, (select coalesce(max(position), 0) from events)) from events
  where published_at >= (select min(created_at) from open_notifications) and position is not null
  having exists (select from open_notifications)
  on conflict (id) do update set position = least(notification_cursor.position, excluded.position);

drop table notification_addressees, notification_messages, notification_events;
