-- oldest-code: 0.2.0
-- Disconnecting a suspended site makes it disconnected; its suspension stays stored. So the status depends on which came
-- last. A trigger computes it, because the expression of a generated column cannot be changed without rewriting the table.
alter table sites alter column status drop expression;
alter table sites add column disconnected_last boolean not null default false;

create function set_site_status() returns trigger language plpgsql as $$
begin
  new.status := case
    when new.suspended_by <> 'none' and (new.connection = 'connected' or not new.disconnected_last) then 'suspended'
    when new.connection = 'connected' then 'connected'
    else 'disconnected'
  end;
  return new;
end $$;

create trigger set_site_status before insert or update of connection, suspended_by, disconnected_last, status on sites
  for each row execute function set_site_status();
