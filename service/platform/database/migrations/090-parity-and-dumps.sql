-- oldest-code: 0.2.0
-- What another dashboard knew about its rows when it was exported, for comparison. Contains no secrets.
create table move_in_facts (
  source text not null,
  kind text not null,
  old_id bigint not null,
  fields jsonb not null,
  stored_at timestamptz not null,
  primary key (source, kind, old_id)
);

-- The last comparison with each dashboard.
create table parity_reports (
  id bigint generated always as identity primary key,
  source text not null unique,
  made_at timestamptz not null,
  made_by text not null,
  exported_at timestamptz,
  -- [{kind, field, same, different, unknown}]
  by_field jsonb not null
);

create table parity_differences (
  report_id bigint not null references parity_reports on delete cascade,
  position int not null,
  kind text not null,
  old_id bigint not null,
  new_id bigint,
  name text not null,
  field text not null,
  there text not null,
  here text not null,
  result text not null check (result in ('different', 'unknown')),
  reason text not null,
  primary key (report_id, position)
);

-- A database dump and an archive of key files, as they were uploaded, until they are read. Sealed, since they have keys.
create table move_in_dump_parts (
  move_in_id bigint not null references move_ins on delete cascade,
  file text not null check (file in ('dump', 'keys')),
  part int not null,
  content text not null,
  is_last boolean not null,
  primary key (move_in_id, file, part)
);
