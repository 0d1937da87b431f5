-- oldest-code: 0.2.0
-- A guard can stand down, can be asked without the connector, and a copy that could not be put back is tried again.
alter table guards drop constraint guards_state_check;
alter table guards add constraint guards_state_check check (state in ('arming', 'armed', 'restored', 'deactivated', 'left_broken', 'stood_down', 'disarmed', 'expired', 'refused', 'unknown')) not valid;
-- ready, no_openssl or no_key; null: the site did not say.
alter table guards add column direct text;
-- When its copy is put back, and how often that was tried; null: not wanted.
alter table guards add column restore_at timestamptz;
alter table guards add column restore_tries integer not null default 0;
