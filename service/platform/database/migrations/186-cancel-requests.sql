-- oldest-code: 0.2.0
-- A job whose cancel was requested is `processing` until its running targets have ended, then `cancelled`.
alter table jobs add column cancel_requested_at timestamptz;
