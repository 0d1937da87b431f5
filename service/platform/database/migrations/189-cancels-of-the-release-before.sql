-- oldest-code: 0.2.0
-- 0.2.0 knows no cancel_requested_at: it ends a job whose cancel was requested as completed, and leaves the request when a person
-- retries the job. Dropped with the next release.
create function keep_cancel_request() returns trigger language plpgsql as $$
begin
  if old.completed_at is not null and new.completed_at is null then
    new.cancel_requested_at := null;
  elsif new.status = 'completed' then
    new.status := 'cancelled';
  end if;
  return new;
end $$;

create trigger keep_cancel_request before update on jobs
  for each row when (new.cancel_requested_at is not null) execute function keep_cancel_request();
