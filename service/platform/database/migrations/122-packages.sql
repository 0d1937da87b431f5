-- oldest-code: 0.2.0
-- Uploaded zip files of plugins and themes. Their bytes are stored in parts: neither the upload nor a download is in memory as a whole.
create table packages (
  id bigint generated always as identity primary key,
  upload_id text not null unique,
  state text not null default 'uploading' check (state in ('uploading', 'ready')),
  file_name text not null,
  bytes bigint not null default 0,
  sha256 text not null default '',
  type text not null default 'plugin' check (type in ('plugin', 'theme')),
  -- The main file of a plugin, the folder of a theme.
  slug text not null default '',
  name text not null default '',
  author text not null default '',
  version text not null default '',
  requires_wordpress text not null default '',
  requires_php text not null default '',
  files integer not null default 0,
  unpacked_bytes bigint not null default 0,
  user_id bigint,
  key_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  -- The last upload or installation: unused packages are deleted.
  used_at timestamptz not null
);
create index packages_used on packages (used_at);

create table package_parts (
  package_id bigint not null references packages on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (package_id, part)
);
-- A zip file is compressed already.
alter table package_parts alter column content set storage external;

-- An address from which one site downloads a package, once.
create table package_downloads (
  token_hash text primary key,
  package_id bigint not null references packages on delete cascade,
  site_id bigint not null references sites on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index package_downloads_package on package_downloads (package_id);
create index package_downloads_site on package_downloads (site_id);
create index package_downloads_expires on package_downloads (expires_at);
