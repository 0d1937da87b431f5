-- oldest-code: 0.2.0
-- One row per export file that is uploaded, in parts. `reader` is the sealed state of reading.
create table move_ins (
  id bigint generated always as identity primary key,
  script_id text not null unique,
  state text not null check (state in ('receiving', 'received', 'imported')),
  reader text,
  parts int not null default 0,
  source text not null default '',
  settings text not null default '{}',
  job_id bigint,
  created_by text not null,
  created_at timestamptz not null
);

-- What a file contains, until it is imported. `content` is sealed, because it has keys and passwords.
create table move_in_records (
  move_in_id bigint not null references move_ins on delete cascade,
  position bigint generated always as identity,
  kind text not null,
  old_id bigint not null,
  label text not null,
  -- The identity of a site, the name of a tag or the e-mail address of a client: rows with the same one are the same.
  identity text,
  has_key boolean not null default false,
  problem text,
  content text not null,
  primary key (move_in_id, position)
);

-- Which id each row of another dashboard has here. A second import of the same dashboard finds what the first one created.
create table move_in_ids (
  source text not null,
  kind text not null,
  old_id bigint not null,
  new_id bigint not null,
  primary key (source, kind, old_id)
);
