-- oldest-code: 0.2.0
-- What a person chose for one rollout instead of the policies: guard, page_checks, browser_checks, browser_sites.
alter table rollouts add column checks jsonb not null default '{}';
-- Plans name the items whose guard a site refused before.
create index guards_refused on guards (site_id, created_at) where state = 'refused';
