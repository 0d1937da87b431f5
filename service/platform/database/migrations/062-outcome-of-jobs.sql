-- oldest-code: 0.2.0
-- What came of a target and of a job: the status only says that it ended.
alter table job_targets
  add column outcome text,
  add column retried_at timestamptz,
  add column attempts_before_retry integer not null default 0;

alter table jobs
  add column partial integer not null default 0,
  add column unknown integer not null default 0,
  add column nothing_to_do integer not null default 0,
  -- Running a target again has the same effect as once, so targets whose outcome is unknown may be retried.
  add column repeatable boolean not null default false,
  -- False for jobs from before this migration, whose targets counted as succeeded when their items failed.
  add column has_outcomes boolean not null default false;
alter table jobs alter column has_outcomes set default true;

-- Null while the job runs, and when it was cancelled before any target ended.
alter table jobs add column outcome text generated always as (
  case
    when completed_at is null or not has_outcomes then null
    when nothing_to_do = total then 'nothing_to_do'
    when succeeded + failed = 0 then null
    when failed + cancelled = 0 then 'succeeded'
    when succeeded + partial > 0 then 'partial'
    when unknown = failed then 'unknown'
    else 'failed'
  end) stored;
