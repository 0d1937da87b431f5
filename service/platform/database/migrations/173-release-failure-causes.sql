-- oldest-code: 0.2.0
-- Failed checks and rollbacks by people are counted apart.
alter table release_failures add column cause text not null default 'checks' check (cause in ('checks', 'hand'));
-- Whether the release was taken back on this site.
alter table release_failures add column taken_back boolean not null default false;
update release_failures set cause = 'hand', taken_back = true where message like '% rolled it back.';
