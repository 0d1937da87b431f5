-- oldest-code: 0.2.0
-- The frozen list of sites of an action on many sites. It belongs to the user or key that made it, for 15 minutes.
create table bulk_plans (
  id uuid primary key,
  owner text not null,
  action text not null,
  options jsonb not null,
  site_ids bigint[] not null,
  -- Selected sites that the action leaves out, for the record of the job.
  left_out jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The job that runs it; jobs are deleted before and after it.
  job_id bigint
);
create index bulk_plans_owner on bulk_plans (owner, created_at desc);
create index bulk_plans_expiry on bulk_plans (expires_at);
