-- oldest-code: 0.2.0
-- What happened, for programs and channels. Partitioned by week, so that old events are dropped as a whole.
-- `position` is given after the commit (events/sequence-events.ts): readers that follow it miss no slow transaction.
create sequence event_ids;
create sequence event_positions;

create table events (
  id bigint not null default nextval('event_ids'),
  position bigint,
  type text not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  site_id bigint,
  site_name text,
  site_url text,
  client_id bigint,
  -- The caller that started it, for types that only this caller and administrators see.
  user_id bigint,
  key_id bigint,
  subject text not null,
  happened_at timestamptz not null,
  published_at timestamptz not null,
  data jsonb not null,
  primary key (id, published_at)
) partition by range (published_at);

alter sequence event_ids owned by events.id;
alter sequence event_positions owned by events.position;

create index events_without_position on events (id) where position is null;
create index events_by_position on events (position);
create index events_by_site on events (site_id, happened_at) where site_id is not null;

-- Takes events of weeks without a partition, such as after a restore; they are moved when the partition is created.
create table events_default partition of events default;

-- Events with a key are stored once.
create table event_keys (
  key text primary key,
  published_at timestamptz not null
);
create index event_keys_by_time on event_keys (published_at);
