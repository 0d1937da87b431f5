-- oldest-code: 0.2.0
-- When the people were notified of the poor health of a site.
alter table poor_health rename column told_at to notified_at;
