-- oldest-code: 0.2.0
-- The small picture of a homepage that the last performance audit took.
alter table perf_results add column picture bytea check (length(picture) <= 100000), add column picture_at timestamptz;
