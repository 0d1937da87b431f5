-- oldest-code: 0.2.0
-- One-time addresses that lead to a signed login link, which is made when the address is opened and kept nowhere.
create table admin_login_tickets (
  ticket_hash text primary key,
  site_id bigint not null references sites (id) on delete cascade,
  owner text not null, -- the session or key that asked
  target jsonb not null,
  expires_at timestamptz not null
);
create index admin_login_tickets_by_end on admin_login_tickets (expires_at);
