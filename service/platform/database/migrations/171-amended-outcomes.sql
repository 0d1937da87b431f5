-- oldest-code: 0.2.0
-- What later checks and syncs found about an update, as dated lines: at, before, result, message.
alter table update_history add column amendments jsonb not null default '[]';
