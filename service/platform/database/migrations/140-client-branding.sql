-- oldest-code: 0.2.0
-- Settings of reports that differ for a client: sender, logo, colours, texts, sections and language.
create table client_report_settings (
  client_id bigint not null references clients (id) on delete cascade,
  key text not null,
  value jsonb not null,
  changed_at timestamptz not null,
  primary key (client_id, key)
);
