-- oldest-code: 0.2.0
-- Failed targets of these jobs are retried only by a person with a session, not by an API key.
alter table jobs add column needs_person boolean not null default false;
