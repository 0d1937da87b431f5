-- oldest-code: 0.2.0
-- Receivers of events by the Standard Webhooks specification. `notification_webhooks` has those of the former format.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  url text not null,
  description text not null default '',
  -- Empty: all types.
  types text[] not null default '{}',
  -- Sealed. The previous secret signs too until `previous_until`.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  -- The caller that created it: it receives what this caller may see at the time of sending.
  owner jsonb not null,
  active boolean not null default true,
  -- Events up to this position have their deliveries.
  position bigint not null,
  -- The first failure since the last success.
  failing_since timestamptz,
  switched_off_at timestamptz,
  switched_off_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook_endpoints on delete cascade,
  -- The id of the message in its header, the same for every attempt.
  message_id text not null,
  -- Null for a test.
  event_id bigint,
  event_published_at timestamptz,
  position bigint not null,
  type text not null,
  subject text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'dropped')),
  attempts int not null default 0,
  due_at timestamptz not null,
  attempted_at timestamptz,
  duration_ms int,
  status int,
  error text,
  -- The beginning of the answer of the receiver.
  answer text,
  created_at timestamptz not null,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state in ('waiting', 'sending');
create index webhook_deliveries_by_subject on webhook_deliveries (webhook_id, subject, position)
  where state in ('waiting', 'sending');
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);
