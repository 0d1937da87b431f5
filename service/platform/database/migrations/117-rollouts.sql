-- oldest-code: 0.2.0
-- A rollout installs a frozen plan wave by wave. Each step is one site; its job target runs it.
create table rollouts (
  id bigint generated always as identity primary key,
  name text not null,
  status text not null check (status in ('scheduled', 'running', 'soaking', 'paused', 'finished', 'ended')),
  pause_code text,
  pause_reason text,
  current_wave integer not null default 0,
  actor jsonb not null,
  user_id bigint,
  key_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  starts_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index rollouts_open on rollouts (id) where ended_at is null;
create index rollouts_ended on rollouts (ended_at);

create table rollout_waves (
  rollout_id bigint not null references rollouts on delete cascade,
  position integer not null,
  name text not null,
  soak_minutes integer not null,
  -- Failed steps at which the rollout pauses. Steps in flight and failed ones together never exceed it.
  budget integer not null,
  total integer not null,
  in_flight integer not null default 0,
  failed integer not null default 0,
  -- Failures before a person resumed the rollout: they no longer count.
  forgiven integer not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (rollout_id, position)
);

create table rollout_steps (
  rollout_id bigint not null references rollouts on delete cascade,
  position integer not null,
  wave integer not null,
  site_id bigint references sites on delete set null,
  site_name text not null,
  site_url text not null,
  items jsonb not null,
  run uuid not null unique,
  state text not null default 'waiting' check (state in
    ('waiting', 'running', 'updated', 'failed', 'rolled_back', 'broken', 'unknown', 'skipped', 'cancelled', 'reverted')),
  -- The job that has this step as a target; null until one was started.
  job_id bigint,
  message text,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (rollout_id, position)
);
create index rollout_steps_wave on rollout_steps (rollout_id, wave, state);
create index rollout_steps_site on rollout_steps (site_id);
