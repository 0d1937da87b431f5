-- oldest-code: 0.2.0
-- An incident of a former address is over: no check of the new address continues it, as one after a pause would.
create or replace function clear_facts_of_former_address() returns trigger language plpgsql as $$
begin
  update monitors set status = 'first', failures = 0, failing_since = null, checked_at = null, http_code = 0,
    response_ms = null, message = '', address = null where site_id = new.id;
  update monitor_incidents set ended_at = coalesce(ended_at, greatest(started_at, new.address_changed_at)), ended_by = null
    where site_id = new.id and (ended_at is null or ended_by = 'paused');
  update site_security set checks = '{}', read_at = null, certificate_valid = null, certificate_expires = null,
    certificate_reason = null, certificate_seen_at = null where site_id = new.id;
  delete from site_parts where site_id = new.id;
  update site_schedules set next_at = new.address_changed_at
    where site_id = new.id and kind in ('sync', 'certificate') and next_at > new.address_changed_at;
  return null;
end $$;
