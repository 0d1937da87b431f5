-- What became of each monthly report: noted before the mail server is given it, so that nobody is sent it twice.
create table report_deliveries (
  client_id bigint not null references clients (id) on delete cascade,
  due_on date not null,
  period text not null,
  recipients text[] not null,
  -- unknown: whoever was sending it died, and it may have arrived.
  state text not null check (state in ('sending', 'sent', 'failed', 'unknown')),
  attempts integer not null default 1,
  begun_at timestamptz not null,
  ended_at timestamptz,
  problem text,
  primary key (client_id, due_on)
);
create index report_deliveries_under_way on report_deliveries (begun_at) where state = 'sending';
