-- oldest-code: 0.2.0
-- The rollback of a step by a person: the last one that was requested.
alter table rollout_steps
  -- The same for every attempt; its check is in update_checks under it.
  add column rollback_run uuid,
  add column rollback_state text check (rollback_state in
    ('waiting', 'running', 'done', 'unhealthy', 'partial', 'failed', 'unknown', 'skipped')),
  add column rollback_job_id bigint,
  add column rollback_by text,
  add column rollback_at timestamptz,
  add column rollback_ended_at timestamptz,
  add column rollback_message text,
  add column rollback_items jsonb;
