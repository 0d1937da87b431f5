-- oldest-code: 0.2.0
-- Since when a site has its status, since when its syncs fail, when its health was seen, and when its address changed.
alter table sites
  add column status_since timestamptz,
  add column sync_failing_since timestamptz,
  add column health_score_at timestamptz,
  add column address_changed_at timestamptz;

update sites set health_score_at = coalesce(
  (select good_at from site_parts where site_parts.site_id = sites.id and part = 'health'), last_sync)
where health_score is not null;

create or replace function set_site_status() returns trigger language plpgsql as $$
begin
  new.status := case
    when new.suspended_by <> 'none' and (new.connection = 'connected' or not new.disconnected_last) then 'suspended'
    when new.connection = 'connected' then 'connected'
    else 'disconnected'
  end;
  if tg_op = 'INSERT' then
    new.status_since := coalesce(new.status_since, new.created_at);
  elsif new.status is distinct from old.status then
    new.status_since := new.updated_at;
  end if;
  return new;
end $$;

-- What was seen at the former address is unknown at the new one. The columns of `sites` are cleared by the same update.
create function clear_facts_of_former_address() returns trigger language plpgsql as $$
begin
  update monitors set status = 'first', failures = 0, failing_since = null, checked_at = null, http_code = 0,
    response_ms = null, message = '', address = null where site_id = new.id;
  update monitor_incidents set ended_at = greatest(started_at, new.address_changed_at), ended_by = 'paused'
    where site_id = new.id and ended_at is null;
  update site_security set checks = '{}', read_at = null, certificate_valid = null, certificate_expires = null,
    certificate_reason = null, certificate_seen_at = null where site_id = new.id;
  delete from site_parts where site_id = new.id;
  update site_schedules set next_at = new.address_changed_at
    where site_id = new.id and kind in ('sync', 'certificate') and next_at > new.address_changed_at;
  return null;
end $$;
create trigger clear_facts_of_former_address after update of address_changed_at on sites
  for each row when (new.address_changed_at is distinct from old.address_changed_at)
  execute function clear_facts_of_former_address();
