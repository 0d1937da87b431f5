-- oldest-code: 0.2.0
-- A name that no person gave: it follows the title of the site.
alter table sites add column name_is_automatic boolean not null default false;
