-- oldest-code: 0.2.0
-- Backups of Flotilla itself: where they go, each one, its parts while it is uploaded, and the checks that restore one.
create table service_backup_settings (
  id boolean primary key default true check (id),
  target text not null check (target in ('none', 'folder', 's3')),
  s3_endpoint text not null default '',
  s3_region text not null default '',
  s3_bucket text not null default '',
  s3_prefix text not null default '',
  s3_access_key text not null default '',
  -- Sealed; null without a secret.
  s3_secret text,
  interval_hours integer not null check (interval_hours between 1 and 168),
  start_hour integer not null check (start_hour between 0 and 23),
  keep_count integer not null check (keep_count between 1 and 1000),
  keep_days integer not null check (keep_days between 0 and 3650),
  check_days integer not null check (check_days between 0 and 365),
  changed_at timestamptz not null,
  -- The backup is late since this time, and its event was published.
  late_since timestamptz
);

create table service_backups (
  id bigint generated always as identity primary key,
  name text not null,
  target text not null check (target in ('folder', 's3')),
  -- Where it was stored, without credentials: the folder, or endpoint, bucket and prefix.
  location text not null,
  status text not null check (status in ('running', 'done', 'failed')),
  step text not null check (step in ('writing', 'storing', 'ended')),
  job_id bigint,
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  bytes_done bigint not null default 0,
  size bigint,
  rows bigint,
  -- Rows by table, to compare a restored copy with.
  counts jsonb,
  -- The time in the first line of the file.
  snapshot_at text,
  upload_id text,
  failure text,
  -- Its file was deleted by the retention rule.
  deleted_at timestamptz
);
create unique index service_backups_one_running on service_backups (status) where status = 'running';
create index service_backups_by_start on service_backups (started_at);

create table service_backup_parts (
  backup_id bigint not null references service_backups (id) on delete cascade,
  number integer not null,
  etag text not null,
  primary key (backup_id, number)
);

create table service_backup_checks (
  id bigint generated always as identity primary key,
  backup_id bigint not null references service_backups (id) on delete cascade,
  status text not null check (status in ('running', 'passed', 'failed')),
  job_id bigint,
  started_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  tables integer,
  rows bigint,
  -- Kinds of secrets of which one value was opened.
  secrets integer,
  failure text
);
create unique index service_backup_checks_one_running on service_backup_checks (status) where status = 'running';
create index service_backup_checks_by_start on service_backup_checks (started_at);
create index service_backup_checks_by_backup on service_backup_checks (backup_id);
