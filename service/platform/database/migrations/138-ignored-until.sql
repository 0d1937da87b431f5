-- oldest-code: 0.2.0
-- Why an update is ignored, and until when; null: until a person ends it.
alter table ignored_updates add column reason text not null default '', add column ignored_until timestamptz;
create index ignored_updates_until on ignored_updates (ignored_until) where ignored_until is not null;
