-- oldest-code: 0.2.0
-- The mail server that was entered in the dashboard: one row, or none. The password is sealed.
create table mail_server (
  id boolean primary key default true check (id),
  host text not null,
  port integer not null,
  tls text not null check (tls in ('starttls', 'tls', 'none')),
  user_name text not null,
  password text,
  sender text not null,
  changed_at timestamptz not null
);

-- The Message-ID of the e-mail, stored before it is sent: it identifies the report in the log of the mail server.
alter table report_deliveries add column message_id text;
