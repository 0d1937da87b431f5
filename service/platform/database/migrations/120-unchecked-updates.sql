-- oldest-code: 0.2.0
-- Gates that need a page which could not be read: the site is neither accepted nor refused.
alter table update_checks add column unchecked boolean not null default false;
