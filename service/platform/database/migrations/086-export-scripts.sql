-- oldest-code: 0.2.0
-- One row per export script that was handed out. The row is deleted after the import or after 7 days, and with it the private key.
create table export_scripts (
  id text primary key,
  fingerprint text not null,
  private_key text not null,
  secret text not null,
  created_by text not null,
  created_at timestamptz not null
);
