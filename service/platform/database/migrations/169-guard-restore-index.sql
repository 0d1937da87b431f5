-- oldest-code: 0.2.0
-- Guards whose copy is put back later.
create index guards_to_restore on guards (restore_at) where restore_at is not null and ended_at is null;
