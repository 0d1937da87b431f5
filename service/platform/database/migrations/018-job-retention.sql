-- Jobs that are over go after a while: these are found by when they ended.
create index jobs_by_end on jobs (completed_at, id) where completed_at is not null;
